"""What is in service after a reload."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from modeladvisor import CatalogError, load_catalog
from modeladvisor.catalog import Catalog
from modeladvisor_server import catalogs
from modeladvisor_server.composing import try_out
from modeladvisor_server.settings import Settings

CATALOG = load_catalog()
DESCRIPTORS = Path("/proc/self/fd")
FIRST = catalogs.InService(CATALOG, datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC))


def raising(error: BaseException) -> Catalog:
    """Fail as reading may."""
    raise error


def test_a_good_catalog_is_taken() -> None:
    """What was read is in service, and a refusal before is forgotten but counted."""
    refused = catalogs.renewed(FIRST, lambda: raising(MemoryError("too much")))
    taken = catalogs.renewed(refused, lambda: CATALOG)
    assert taken.refusal is None
    assert taken.since > FIRST.since
    assert (taken.taken, taken.refused) == (1, 1)
    assert catalogs.told(taken)["status"] == "taken"


@pytest.mark.parametrize(
    "error",
    [MemoryError("too much"), OSError(5, "the disk is gone"), RuntimeError("two\nlines"), AssertionError()],
)
def test_whatever_goes_wrong_the_old_one_stays(error: Exception) -> None:
    """No failure of reading or of trying takes away what is in service, and what happened is told."""
    now = catalogs.renewed(FIRST, lambda: raising(error))
    assert now.catalog is CATALOG
    assert now.since == FIRST.since
    assert now.refusal is not None
    assert type(error).__name__ in now.refusal.problems[0]
    assert catalogs.told(now)["status"] == "refused"


def test_many_problems_are_counted_and_the_first_are_told(tmp_path: Path) -> None:
    """A folder that is no catalog at all is refused with its problems, of which a bounded number is kept."""
    for number in range(60):
        (tmp_path / f"stray-{number}.toml").write_text("x = 1\n")
    with pytest.raises(CatalogError) as caught:
        catalogs.first(tmp_path, None)
    now = catalogs.renewed(FIRST, lambda: load_catalog(tmp_path))
    assert now.refusal is not None
    assert now.refusal.count == len(caught.value.problems) > catalogs.MOST_TOLD
    assert len(now.refusal.problems) == catalogs.MOST_TOLD
    assert catalogs.told(now)["problems"] == now.refusal.count


def test_the_world_is_not_told_what_stands_in_files(tmp_path: Path) -> None:
    """/readyz tells how many problems there are, and no path, key or value."""
    (tmp_path / "private-name.toml").write_text("x = 1\n")
    now = catalogs.renewed(FIRST, lambda: load_catalog(tmp_path))
    assert set(catalogs.told(now)) == {"status", "at", "problems"}
    assert "private-name" not in str(catalogs.told(now))


@pytest.mark.skipif(not DESCRIPTORS.exists(), reason="only Linux shows them so")
def test_trying_a_catalog_leaves_nothing_open() -> None:
    """The first process tries every changed catalog: however often, it holds no more descriptors than before."""
    before = len(list(DESCRIPTORS.iterdir()))
    for _ in range(3):
        try_out(CATALOG, Settings())
    assert len(list(DESCRIPTORS.iterdir())) <= before
