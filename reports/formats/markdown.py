"""Markdown reports: a view model through a Jinja template in the run's language."""

from dataclasses import dataclass

import templates
from reports.view import View, view
from state.snapshot import Snapshot


@dataclass(eq=False)
class MarkdownFormat:
    """One Markdown report; its template is `templates/reports/FILENAME.j2`."""

    name: str
    filename: str
    after: str

    def render(self, snapshot: Snapshot) -> bytes:
        """The report: UTF-8, LF line ends, a final newline."""
        return self.render_view(view(snapshot))

    def render_view(self, model: View) -> bytes:
        """The same from a view model that is already built."""
        environment = templates.template_environment(language_of(model.snapshot))
        return normal(environment.get_template(f"{self.filename}.j2").render(v=model)).encode()


def language_of(snapshot: Snapshot) -> str:
    """The language of a snapshot's reports; English where there is no wording in its own."""
    return snapshot.run.language if snapshot.run.language in templates.LANGUAGES else "en"


def normal(text: str) -> str:
    """`text` without runs of empty lines, ending in one newline."""
    lines: list[str] = []
    for line in text.replace("\r", "").split("\n"):
        if line.strip() or (lines and lines[-1].strip()):
            lines.append(line if line.strip() else "")
    return "\n".join(lines).strip("\n") + "\n"


VERIFICATION_REPORT = MarkdownFormat("report", "verification_report.md", "B")
BACKLOG = MarkdownFormat("backlog", "backlog.md", "B")
CROSS_VALIDATION_LOG = MarkdownFormat("cross-validation", "cross_validation_log.md", "C")
FULLTEXT_MONITOR = MarkdownFormat("fulltext", "fulltext_prediction_monitor.md", "C")
CITATION_CONTEXTS = MarkdownFormat("contexts", "citation_contexts.md", "A")
