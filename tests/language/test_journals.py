"""Journals: in full, abbreviated, by initials, in Chinese, and conferences under their names."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.language.journals import is_version_matter, same_journal

PNAS = "Proceedings of the National Academy of Sciences of the United States of America"


@pytest.mark.parametrize(
    ("printed", "recorded"),
    [
        ("N Engl J Med", "The New England Journal of Medicine"),
        ("NEJM", "The New England journal of medicine"),
        ("PNAS", PNAS),
        ("Proc Natl Acad Sci U S A", PNAS),
        ("Proc. Natl. Acad. Sci. USA", PNAS),
        ("Lancet", "Lancet (London, England)"),
        ("The Lancet", "Lancet"),
        ("BMJ", "BMJ (Clinical research ed.)"),
        ("JAMA", "Journal of the American Medical Association"),
        ("PLoS One", "PLOS ONE"),
        ("J Clin Oncol", "Journal of clinical oncology : official journal of the Society"),
        ("Br J Surg", "The British journal of surgery"),
        ("Dtsch Arztebl Int", "Deutsches Ärzteblatt International"),
        ("Bone & Joint Journal", "The bone and joint journal"),
        ("中华口腔医学杂志", "《中华口腔医学杂志》"),
        ("中华口腔医学杂志", "中华口腔医学杂志 (Chinese Journal of Stomatology)"),
        ("NeurIPS", "Advances in Neural Information Processing Systems 34"),
        ("ICML", "Proceedings of the 38th International Conference on Machine Learning"),
        ("CVPR", "2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
        ("CoRR", "arXiv"),
        ("Mach Learn", "Machine Learning"),
        ("IEEE Trans. Inform. Theory", "IEEE Transactions on Information Theory"),
        ("Ann NY Acad Sci", "Annals of the New York Academy of Sciences"),
        ("Acta Crystallogr. B", "Acta Crystallographica Section B: Structural Science"),
        ("J. Phys. A", "Journal of Physics A: Mathematical and General"),
        ("Proceedings of the National Academy of Science of the USA", PNAS),
        ("Z. Anorg. Allg. Chem.", "Zeitschrift für anorganische und allgemeine Chemie"),
        ("ApJ", "The Astrophysical Journal"),
        ("Proc. 12th Symposium on Invented Methods", "Symposium on Invented Methods, 2019"),
        ("arXiv preprint arXiv:2301.00001", "arXiv"),
    ],
)
def test_one_journal_printed_two_ways(printed, recorded):
    assert same_journal(printed, recorded) is True


@pytest.mark.parametrize(
    ("printed", "recorded"),
    [
        ("Lancet", "The Lancet. Oncology"),
        ("JAMA", "JAMA psychiatry"),
        ("Nature", "Nature communications"),
        ("Cell", "Cell reports"),
        ("Br J Surg", "British Journal of Sociology"),
        ("European Journal of Radiology", "European journal of radiology open"),
        ("中华口腔医学杂志", "中华医学杂志"),
        ("ICLR", "NeurIPS"),
        ("NeurIPS", "arXiv"),
        ("AAAI", "ICML"),
        ("ICML", "Mach. Learn."),
        ("International Journal of Representation Learning", "ICLR"),
        ("Transactions on Meta-Learning and Adaptation", "NeurIPS"),
        ("Annual Conference on Spatial Intelligence", "CVPR"),
        ("Conference on Disentangled Representations", "ICLR"),
        ("Nature", "Nature Medicine"),
        ("Clinical Oncology", "Journal of Clinical Oncology"),
        ("J Phys", "Journal of Physiology"),
        ("Phys Rev A", "Physical Review B"),
        ("Physical Review A", "Physical Review"),
        ("Polymer", "Polymers"),
        ("Cancer", "Cancers"),
        ("Annals of Surgery", "Annals of Surgical Oncology"),
        ("Symposium on Neural Scaling Laws", "NeurIPS"),
    ],
)
def test_two_journals(printed, recorded):
    assert same_journal(printed, recorded) is False


@pytest.mark.parametrize(
    ("printed", "recorded"),
    [
        (None, "Nature"),
        ("Nature", None),
        ("", "Nature"),
        ("中华医学杂志", "National Medical Journal of China"),
        ("Lecture Notes in Computer Science", "ECCV"),
        ("Proceedings of Machine Learning Research", "ICML"),
        ("NeurIPS Workshop on Invented Methods", "NeurIPS"),
        ("JMPX", "Journal of Methods in Polymer Extrusion"),
    ],
)
def test_what_cannot_be_decided(printed, recorded):
    assert same_journal(printed, recorded) is None


def test_the_short_name_may_agree_where_the_full_one_does_not():
    assert same_journal("Tidsskr Nor", "Journal of the Norwegian association", "Tidsskr Nor") is True


@pytest.mark.parametrize(
    ("printed", "recorded", "matter"),
    [
        ("arXiv preprint arXiv:2301.00001", "NeurIPS", True),
        ("Nature Medicine", "medRxiv", True),
        ("arXiv", "bioRxiv", False),
        ("Nature", "Cell", False),
        (None, "arXiv", False),
    ],
)
def test_a_preprint_server_against_a_journal_is_a_matter_of_versions(printed, recorded, matter):
    assert is_version_matter(printed, recorded) is matter


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_name_breaks_the_comparison(a, b):
    same_journal(a, b)
    assert same_journal(a, a) in (True, None)


EFETCH = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "registries" / "pubmed_efetch"


@pytest.mark.skipif(not EFETCH.exists(), reason="the recorded PubMed answers are not beside the repository")
def test_pubmeds_abbreviations_are_their_journals_and_no_other():
    pair = re.compile(r"<Title>([^<]*)</Title>\s*<ISOAbbreviation>([^<]*)</ISOAbbreviation>")
    pairs = sorted({m.groups() for f in EFETCH.iterdir() for m in pair.finditer(f.read_text("utf-8", "replace"))})
    verdicts = [same_journal(short, full) for full, short in pairs]
    assert verdicts.count(True) >= len(pairs) - 2
    assert verdicts.count(False) <= 1
    assert not [1 for full, _ in pairs for other, short in pairs if full != other and same_journal(short, full)]
