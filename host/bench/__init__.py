"""Measuring the ear on recordings of people."""
