"""Why a model is not first, as JSON."""

from __future__ import annotations

import datetime

from modeladvisor.catalog import Catalog
from modeladvisor.views import wire
from modeladvisor.views.grounds import gate_view
from modeladvisor.views.records import head_view, value_view
from modeladvisor.why_not import Change, WhyNot


def why_not_view(catalog: Catalog, story: WhyNot, today: datetime.date) -> wire.WhyNotView:
    """Return the story of one model on one question and medium."""
    return {
        "model": head_view(catalog, story.model, today),
        "medium": story.medium,
        "state": story.state,
        "rank": story.rank,
        "first": story.first,
        "missing": story.missing,
        "held_back_by": [gate_view(catalog, one) for one in story.held_back_by],
        "enters": [_change_view(one) for one in story.enters],
        "wins": [_change_view(one) for one in story.wins],
        "tried": dict(story.tried),
        "nearest": _change_view(story.nearest) if story.nearest else None,
    }


def _change_view(change: Change) -> wire.ChangeView:
    return {
        "kind": change.kind,
        "of": change.of,
        "now": value_view(change.now) if change.now is not None else None,
        "then": value_view(change.then) if change.then is not None else None,
        "fits": change.fits,
        "rank": change.rank,
    }
