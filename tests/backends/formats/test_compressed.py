"""Compressed files of solvers: unpacked whatever they are called, bounded, and refused where they are damaged."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import importlib.util
import lzma
import resource
from io import BytesIO
from types import SimpleNamespace

import pytest

from backends.formats.compressed import PIECE, most_bytes, read_file, unpack, unpack_stream
from backends.formats.contract import FileError, find_format

TEXT = b"p cnf 2 1\n1 -2 0\n" + b"c a comment that may be long\n" * 100_000
PACKERS = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("kind", PACKERS)
def test_a_packed_file_is_its_content(kind, tmp_path):
    """One stream, or several one after the other; from a file, from bytes."""
    packed = PACKERS[kind](TEXT)
    assert unpack(packed) == TEXT
    assert unpack(packed + PACKERS[kind](b"c more\n")) == TEXT + b"c more\n"
    path = tmp_path / "misnamed.cnf"
    path.write_bytes(packed)
    assert read_file(str(path)) == TEXT
    assert unpack(PACKERS[kind](b"")) == b""


def test_what_is_not_packed_is_itself():
    for content in (b"", b"p", TEXT, b"\x1f", b"BZ"):
        assert unpack(content) == unpack_stream(BytesIO(content)) == content


@pytest.mark.parametrize("kind", PACKERS)
def test_a_damaged_file_is_refused(kind):
    """Cut off anywhere, or with a changed byte: one message, or the same content."""
    packed = PACKERS[kind](b"1 2 0\n" * 50)
    for length in range(8, len(packed)):
        with pytest.raises(FileError, match=f"expected a whole file packed by {kind}"):
            unpack(packed[:length])
    for place in range(8, len(packed)):
        with contextlib.suppress(FileError):
            assert unpack(packed[:place] + bytes([packed[place] ^ 1]) + packed[place + 1 :]) == b"1 2 0\n" * 50


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", PACKERS)
def test_a_bomb_is_refused_in_little_memory(kind):
    """Of zeros at once; of blanks where the limit is reached."""
    zeros, blanks = (PACKERS[kind](byte * 100_000_000) if kind == "gzip" else PACKERS[kind](byte * 30_000_000)
                     for byte in (b"\0", b" "))  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FileError, match=f"line 1, column 1: expected text, unpacked from {kind}; found '.x00"):
        unpack(zeros)
    with pytest.raises(FileError, match="expected at most 3,000,000 bytes, unpacked, as much as memory allows"):
        unpack(blanks, 3_000_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # KB


def test_an_xz_file_cannot_ask_for_any_memory():
    """Its header names the size of a dictionary."""
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
    packed = lzma.compress(b"1 2 0\n", filters=[{**filters[0], "dict_size": 1 << 12}])
    assert unpack(packed) == b"1 2 0\n"
    with pytest.raises(FileError, match="expected a whole file packed by xz; unpacking it fails: Memory usage limit"):
        unpack(xz_header_with_dictionary_of_a_gigabyte())


def xz_header_with_dictionary_of_a_gigabyte() -> bytes:
    """A stream header and a block header, as the format's description has them."""
    import zlib

    flags = b"\0\4"
    header = b"\2\0\x21\1\x24" + bytes(3)  # 12 bytes, one filter: LZMA2 with a dictionary of 2^30 bytes
    return (
        b"\xfd7zXZ\0" + flags + zlib.crc32(flags).to_bytes(4, "little")
        + header + zlib.crc32(header).to_bytes(4, "little") + bytes(64)
    )  # fmt: skip


def test_a_plain_file_has_the_same_limit():
    with pytest.raises(FileError, match="expected at most 5 bytes, as much as memory allows here; found more"):
        unpack_stream(BytesIO(b"1 2 3 4 0\n"), 5)
    assert PIECE < most_bytes() <= 4_000_000_000


def test_zstandard_is_read_where_python_has_it(monkeypatch):
    """By Python 3.14, by the package; else the message says what to do."""
    packed = b"\x28\xb5\x2f\xfd rest"
    real = importlib.import_module

    def without(name: str):
        if name in ("compression.zstd", "zstandard"):
            raise ImportError(name)
        return real(name)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(FileError, match=r"packed by Zstandard, which needs Python 3\.14 or the package zstandard"):
        unpack(packed)

    class Decoder:
        """As the one of Python 3.14, for one frame that says how it goes on."""

        eof, needs_input, unused_data = False, True, b""

        def decompress(self, data: bytes, most: int) -> bytes:
            assert most == PIECE
            if b"bad" in data:
                raise KeyError("damaged")
            self.eof = True
            return data[4:]

    module = SimpleNamespace(ZstdDecompressor=Decoder, ZstdError=KeyError)
    monkeypatch.setattr(importlib, "import_module", lambda name: module if name == "compression.zstd" else real(name))
    assert unpack(packed[:4] + b"1 0\n") == b"1 0\n"
    with pytest.raises(FileError, match="expected a whole file packed by Zstandard; unpacking it fails: 'damaged'"):
        unpack(packed[:4] + b"bad\n")


def test_zstandard_by_the_package():
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.compress(TEXT)
    assert unpack(packed) == TEXT
    assert unpack(packed + zstandard.compress(b"c")) == TEXT + b"c"
    with pytest.raises(FileError, match="expected a whole file packed by Zstandard"):
        unpack(packed[:-5] + b"xxxxx")


def test_endings_of_packed_files_are_left_out():
    for ending in ("", ".gz", ".xz", ".bz2", ".zst", ".GZ"):
        assert find_format(f"a.b.mps{ending}").name == "mps"
    assert find_format("a.gz") is None
