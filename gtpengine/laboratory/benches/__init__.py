"""Benchmarks, one module each: `measure(say)` returns plain figures; `say` reports progress."""
