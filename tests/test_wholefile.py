"""A file is written whole or not at all."""

import os
import resource
import stat
from contextlib import contextmanager

import pytest

from gtpengine.wholefile import write_whole


@contextmanager
def small_disk(size):
    """Let no file grow beyond `size` bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_new_file_and_a_second_version(tmp_path):
    path = tmp_path / "game.sgf"
    for data in (b"(;)", b"(;B[aa])"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("before", [None, b"(;precious)"])
def test_a_full_disk_changes_nothing(tmp_path, before):
    path = tmp_path / "game.sgf"
    if before is not None:
        path.write_bytes(before)
    with small_disk(1000), pytest.raises(OSError, match="File too large"):
        write_whole(path, bytes(5000))
    assert list(tmp_path.iterdir()) == ([] if before is None else [path])
    assert before is None or path.read_bytes() == before


def test_permissions_stay_and_new_files_have_those_of_any_other(tmp_path):
    plain, written = tmp_path / "plain", tmp_path / "written"
    plain.write_bytes(b"")
    write_whole(written, b"x")
    assert stat.S_IMODE(written.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    written.chmod(0o640)
    write_whole(written, b"y")
    assert stat.S_IMODE(written.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_what_is_no_file_is_written_to(tmp_path):
    reader, writer = os.openpty()
    try:
        write_whole(tmp_path.joinpath(os.ttyname(writer)), b"words\n")
        assert os.read(reader, 100).strip() == b"words"
    finally:
        os.close(reader)
        os.close(writer)
