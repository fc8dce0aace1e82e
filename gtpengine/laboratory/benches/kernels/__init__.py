"""Compiled parts of benchmarks."""
