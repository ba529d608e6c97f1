"""A small world of our own, and a running stand-in over it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.standin import StandIn, World, work_from_json

RECORDED = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "registries"

WORKS = [
    {
        "title": "Night-time humidity and sleep quality in adults with mild asthma",
        "subtitle": "a randomised crossover trial",
        "authors": [["Okafor", "Lena M."], ["Brandt", "Uwe"], ["Dry Air Study Group", ""]],
        "year": 2021,
        "online_year": 2020,
        "journal": "Journal of Invented Medicine",
        "journal_short": "J Invent Med",
        "volume": "12",
        "issue": "3",
        "pages": "101-109",
        "doi": "10.5555/jim.2021.101",
        "pmid": "31000001",
        "sections": [
            ["BACKGROUND", "Dry bedroom air is blamed for poor sleep."],
            ["RESULTS", "Sleep efficiency rose by 4.2% (p < 0.05) & awakenings fell."],
        ],
        "types": ["Journal Article", "Randomized Controlled Trial"],
        "citations": 14,
    },
    {
        "title": "Night-time humidity and sleep quality in children with mild asthma",
        "authors": [["Okafor", "Lena M."]],
        "year": 2019,
        "journal": "Journal of Invented Medicine",
        "journal_short": "J Invent Med",
        "volume": "10",
        "pages": "7-15",
        "doi": "10.5555/jim.2019.7",
        "pmid": "31000002",
        "abstract": "Children slept no better. The room was merely wetter.",
    },
    {
        "title": "A withdrawn account of bedside fountains",
        "authors": [["Silvestri", "Ugo"]],
        "year": 2018,
        "journal": "Annals of Made-Up Care",
        "doi": "10.5555/amc.2018.3",
        "pmid": "31000003",
        "abstract": "Fountains were said to help.",
        "notices": [
            {
                "type": "retraction",
                "doi": "10.5555/amc.2020.r1",
                "pmid": "31000004",
                "date": "2020-02-03",
                "source": "retraction-watch",
            }
        ],
    },
    {
        "title": "Retraction: A withdrawn account of bedside fountains",
        "year": 2020,
        "journal": "Annals of Made-Up Care",
        "doi": "10.5555/amc.2020.r1",
        "pmid": "31000004",
        "types": ["Retraction of Publication"],
    },
    {
        "title": "家庭加湿器与儿童哮喘的关系",
        "authors": [["王", "小明"]],
        "year": 2020,
        "journal": "虚构医学杂志",
        "doi": "10.16666/xgyx.2020.01",
        "agency": "ISTIC",
        "held_by": [],
    },
    {
        "title": "Humidity sensors for the home",
        "authors": [["Ngata", "Rewi"]],
        "year": 2017,
        "doi": "10.5555/sensors.2017",
        "as_held": {"openalex": {"title": "Another paper's title altogether"}},
    },
]


@pytest.fixture(scope="session")
def world() -> World:
    return World(work_from_json(row) for row in WORKS)


@pytest.fixture
def server(world: World) -> Iterator[StandIn]:
    with StandIn(world) as running:
        yield running


@pytest.fixture
def client(server: StandIn) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=10) as connected:
        yield connected
