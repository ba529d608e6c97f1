"""HALLMARK's development split through our own path, against a stand-in that serves the true works."""
