"""Bibliographies of one record after another: RIS, PubMed, EndNote, CSL-JSON, Web of Science."""
