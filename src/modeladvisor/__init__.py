"""Which AI image or video model for my job, and how do you know?

`modeladvisor.load().find(task="ugc-ads")` is the short way; see the documentation for the rest.
"""

from modeladvisor.advisor import Advisor
from modeladvisor.answers import Answer
from modeladvisor.catalog import Catalog
from modeladvisor.errors import (
    CatalogError,
    Mistake,
    ModelAdvisorError,
    NotInCatalogError,
    Problem,
    QuestionError,
)
from modeladvisor.loading import load, load_catalog

__all__ = [
    "Advisor",
    "Answer",
    "Catalog",
    "CatalogError",
    "Mistake",
    "ModelAdvisorError",
    "NotInCatalogError",
    "Problem",
    "QuestionError",
    "load",
    "load_catalog",
]
