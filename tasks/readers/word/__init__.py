"""Word: .docx through a walk over its XML, .doc through LibreOffice."""
