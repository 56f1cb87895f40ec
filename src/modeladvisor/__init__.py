"""Which AI image or video model for my job, and how do you know?

`modeladvisor.load().find(task="ugc-ads")` is the short way; see the documentation for the rest.
"""

from modeladvisor.advisor import Advisor
from modeladvisor.answers import Answer
from modeladvisor.best import BestResult
from modeladvisor.catalog import Catalog, Match
from modeladvisor.comparisons import Comparison
from modeladvisor.errors import (
    CatalogError,
    Mistake,
    ModelAdvisorError,
    NotInCatalogError,
    NotInstalledError,
    Problem,
    QuestionError,
)
from modeladvisor.finder import FinderResult
from modeladvisor.loading import load, load_catalog
from modeladvisor.records import Model
from modeladvisor.workflows import WorkflowToday

__all__ = [
    "Advisor",
    "Answer",
    "BestResult",
    "Catalog",
    "CatalogError",
    "Comparison",
    "FinderResult",
    "Match",
    "Mistake",
    "Model",
    "ModelAdvisorError",
    "NotInCatalogError",
    "NotInstalledError",
    "Problem",
    "QuestionError",
    "WorkflowToday",
    "load",
    "load_catalog",
]
