"""Tests of the envelope: its structure, its rules, its reading, its command and its reports."""
