"""At which share of one weight somebody stands above all others, the other weights shrinking in proportion."""

from __future__ import annotations


def nearest_share(own: tuple[float, float], rivals: list[tuple[float, float]], now: float) -> float | None:
    """Return the share of a weight nearest to the present one at which `own` is above all rivals; None if none is."""
    low, high, margin = 0.0, 1.0, 0.002
    for start, end in rivals:
        ahead, slope = own[0] - start, (own[1] - own[0]) - (end - start)
        if abs(slope) < 1e-12:
            if ahead < 0:
                return None
            continue
        crossing = -ahead / slope
        if slope > 0:
            low = max(low, crossing + margin)
        else:
            high = min(high, crossing - margin)
    if low > high:
        return None
    return min(max(now, low), high)
