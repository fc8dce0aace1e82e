"""Helpers of kernels, called from a test: they have no way in from Python of their own."""

import numba

from gtpengine.jit import CHECKED, PURE


def from_python(helper):
    """Return a helper in a form that Python can call."""
    return helper if PURE else numba.njit(boundscheck=CHECKED)(helper.py_func)
