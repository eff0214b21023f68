"""Why a device that has answered cannot be used, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.codec import PROTOCOL_VERSION
from firmware_bridge.layout import Layout, cell_name
from firmware_bridge.messages import Identity, LinkDown, LinkFault

FLASH_COMMAND = "make -C firmware_bridge/firmware flash"
NAMED_CELLS = 8  # more make no line that a person reads


def refusal_of(
    identity: Identity, layout: Layout, layouts: Mapping[str, Layout]
) -> LinkDown | None:
    """Why this device cannot be used, in words; None if it can."""
    low, high = identity.protocol_min, identity.protocol_max
    if not low <= PROTOCOL_VERSION <= high:
        words = (
            f"the table's firmware {identity.firmware} speaks protocol {low}-{high}, "
            f"needed is {PROTOCOL_VERSION}; flash it: {FLASH_COMMAND}"
        )
        return LinkDown(LinkFault.WRONG_FIRMWARE, words)
    if identity.layout != layout.name:
        words = (
            f"the table's layout is {identity.layout!r}, the config says {layout.name!r} "
            f"({_difference(layouts.get(identity.layout), layout)}); "
            "change the config or connect the other table"
        )
        if layout.name not in layouts:
            words += f"; if it is this one, its layout file needs device = {identity.layout!r}"
        return LinkDown(LinkFault.WRONG_LAYOUT, words)
    return None


def _difference(there: Layout | None, wanted: Layout) -> str:
    """In which cells two layouts differ, in words."""
    if there is None:
        return "a layout that is not known here"
    both = zip(there.shown, wanted.shown, strict=True)
    pairs = [(cell, has, needs) for cell, (has, needs) in enumerate(both) if has is not needs]
    missing = [cell_name(cell) for cell, has, _needs in pairs if not has]
    extra = [cell_name(cell) for cell, has, _needs in pairs if has]
    said = [
        f"{what} {', '.join(names[:NAMED_CELLS])}"
        + (f" and {len(names) - NAMED_CELLS} more" if len(names) > NAMED_CELLS else "")
        for what, names in (("without cells", missing), ("with cells", extra))
        if names
    ]
    if there.signed is not wanted.signed:
        said.append("with signed cells" if there.signed else "with cells that see no colour")
    return "; ".join(said) or "the same cells"
