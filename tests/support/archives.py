"""Archives of proofs as their members by name, to be changed and written again."""

from __future__ import annotations

import zipfile
from io import BytesIO


def members_of(content):
    """By name."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(members):
    """An archive with these members."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()
