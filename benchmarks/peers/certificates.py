"""A certificate authority that lives as long as the benchmark runs, made with openssl's command line.

Nothing of it is the product's: whoever is measured trusts it because `SSL_CERT_FILE` says so.
"""

import ssl
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_AUTHORITY = """
[req]
distinguished_name = name
x509_extensions = authority
prompt = no
[name]
CN = Benchmark authority, of no worth
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
"""


@dataclass(frozen=True)
class Authority:
    """Where the authority's certificate lies, and what serves under it."""

    certificate: Path
    """PEM; what `SSL_CERT_FILE` names."""
    server: ssl.SSLContext
    """For every host it was made for."""


def make_authority(folder: Path, hosts: Iterable[str]) -> Authority:
    """An authority in `folder`, and a server's certificate for these hosts. FileNotFoundError without openssl."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "authority.cnf"
    settings.write_text(_AUTHORITY, encoding="utf-8")
    names = folder / "hosts.cnf"
    names.write_text(
        f"subjectAltName = {', '.join(f'DNS:{host}' for host in hosts)}\nextendedKeyUsage = serverAuth\n"
        "basicConstraints = CA:FALSE\nauthorityKeyIdentifier = keyid\n",
        encoding="utf-8",
    )
    ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    _openssl(folder, "req", "-x509", *ec, "-days", "2", "-config", settings, "-keyout", "ca.key", "-out", "ca.pem")
    _openssl(folder, "req", "-new", *ec, "-subj", "/CN=stand-in", "-keyout", "host.key", "-out", "host.csr")
    signing = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", names)
    _openssl(folder, "x509", "-req", "-in", "host.csr", *signing, "-out", "host.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "host.pem", folder / "host.key")
    context.set_alpn_protocols(["http/1.1"])
    return Authority(folder / "ca.pem", context)


def _openssl(folder: Path, *words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], cwd=folder, check=True, capture_output=True)
