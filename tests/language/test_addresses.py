"""Addresses as printed, and which of them may be sent to anybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.addresses import address_in, host_of, is_public, path_of, shown


@pytest.mark.parametrize(
    ("printed", "address"),
    [
        ("https://harbour.example/seals.", "https://harbour.example/seals"),
        ("Available from: <http://harbour.example/a_(b)>, accessed 2020", "http://harbour.example/a_(b)"),
        ("(see https://harbour.example/a)", "https://harbour.example/a"),
        ("网址：https://harbour.example/a。", "https://harbour.example/a"),
        ("HTTPS://Harbour.example", "HTTPS://Harbour.example"),
        ("ftp://harbour.example/a", None),
        ("www.harbour.example", None),
        ("https://", None),
        ("", None),
        (None, None),
    ],
)
def test_an_address_ends_before_the_punctuation_behind_it(printed: str | None, address: str | None) -> None:
    assert address_in(printed) == address


@pytest.mark.parametrize(
    "address",
    [
        "https://harbour.example/seals?year=2019#top",
        "http://www.harbour.example:8080/",
        "https://münchen.example/",
        "https://8.8.8.8/x",
        "https://harbour.example/token/a",
    ],
)
def test_what_everybody_may_see_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://harbour.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://localhost/",
        "http://localhost.:8000/",
        "http://printer/",
        "http://nas.local/",
        "http://wiki.intranet/",
        "http://db.corp/",
        "http://router.home.arpa/",
        "http://127.0.0.1/",
        "http://10.1.2.3/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[fe80::1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://127.1/",
        "https://ada:secret@harbour.example/",
        "https://ada@harbour.example/",
        "https://harbour.example/x?token=abc",
        "https://harbour.example/x?X-Amz-Signature=abc",
        "https://harbour.example/x?a=1&api_key=abc",
        "https://harbour.example/#access_token=abc",
        "http://harbour.example:99999/",
        "http://[harbour/",
        "https://-harbour.example/",
        "",
    ],
)
def test_what_is_not_for_everybody_is_sent_nowhere(address: str) -> None:
    assert not is_public(address)


def test_a_private_address_is_shown_without_what_opens_it() -> None:
    assert shown("https://ada:secret@harbour.example/x?token=abc#t") == "https://harbour.example/x?…"
    assert shown("https://harbour.example/x?a=1") == "https://harbour.example/x?a=1"
    assert "secret" not in shown("https://ada:secret@[harbour/x")


def test_hosts_and_paths_are_read_without_www_and_encoding() -> None:
    assert host_of("https://WWW.Harbour.example./a") == "harbour.example"
    assert path_of("https://harbour.example/a//b%2Fc/") == ("a", "b/c")


@given(st.text(max_size=80))
def test_no_text_raises_and_what_is_found_stands_in_it(text: str) -> None:
    for printed in (text, f"http://{text}", f"x https://harbour.example/{text}"):
        address = address_in(printed)
        assert address is None or address in printed
        is_public(printed), shown(printed), host_of(printed), path_of(printed)
