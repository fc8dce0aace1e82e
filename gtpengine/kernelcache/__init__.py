"""Compiled kernels on disk: what they are made from, files that can be trusted, news of progress.

`jit.py` alone uses it; it says where code is kept, not what it is, so no kernel depends on it.
"""
