"""Every word that a person reads passes here on its way to the screen.

English is the language of the message ids; catalogues of other languages come with a later issue
and are given to `Catalogue` then.
"""

from __future__ import annotations

from gettext import NullTranslations

from controller.view.snapshot import Message


class Catalogue:
    """Message ids to one language."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._translations = translations or NullTranslations()

    def text(self, msgid: str, **arguments: object) -> str:
        """A text of the screen's own; a template is translated before it is filled."""
        translated = self._translations.gettext(msgid)
        return translated.format_map(arguments) if arguments else translated

    def said(self, message: Message | None) -> str:
        """What the table says; "" for nothing."""
        if message is None:
            return ""
        msgid, arguments = message
        return self._translations.gettext(msgid).format_map(arguments)
