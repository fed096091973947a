"""Hashes of private texts: known ones, computed by other tools."""

import subprocess

import pytest

from gamestate.private.hashing import digest, hashed_text, is_hash_of, tidy

MD5_OF_ABC = "900150983cd24fb0d6963f7d28e17f72"
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("text", "salt", "algorithm", "expected"),
    [
        ("abc", "", "md5", MD5_OF_ABC),
        ("abc", "", "sha256", SHA256_OF_ABC),
        ("The quick brown fox", "jumps over the lazy dog", "md5", "9e107d9d372bb6826bd81d3542a419d6"),
    ],
)
def test_hashes_are_those_of_the_algorithms_definitions(text, salt, algorithm, expected):
    assert digest(text, salt, algorithm) == expected


@pytest.mark.parametrize(("algorithm", "tool"), [("md5", "md5sum"), ("sha256", "sha256sum")])
def test_a_standard_tool_computes_the_same_from_the_string_that_is_shown(algorithm, tool):
    text, salt = "Schnee auf 3 Äckern\nund “Eis” 🧊", "umbrella kazoo"
    output = subprocess.run(
        [tool], input=hashed_text(text, salt).encode(), capture_output=True, check=True, timeout=20
    ).stdout
    assert output.split()[0].decode() == digest(text, salt, algorithm)


def test_an_unknown_algorithm_hashes_nothing():
    with pytest.raises(KeyError):
        digest("abc", "", "sha1")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [(" key \r\n", "key"), ("one\r\ntwo\rthree\n", "one\ntwo\nthree"), ("a  b", "a  b"), ("\n\t ", "")],
)
def test_texts_are_kept_without_white_space_around_them_and_with_one_kind_of_line_end(typed, kept):
    assert tidy(typed) == kept


@pytest.mark.parametrize(
    ("published", "fits"),
    [
        (MD5_OF_ABC, True),
        (f"  {MD5_OF_ABC.upper()}\n", True),
        (MD5_OF_ABC[:-1], False),
        (SHA256_OF_ABC, False),
        ("", False),
        ("größe", False),
    ],
)
def test_a_published_hash_fits_in_whatever_case_it_is_written(published, fits):
    assert is_hash_of(published, "abc", "", "md5") is fits
