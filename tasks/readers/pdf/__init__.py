"""PDF: manuscripts, and the articles that a user supplies."""
