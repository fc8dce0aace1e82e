"""The numba types of what search kernels take."""

from numba import types

from gtpengine.search.tds.pool import NodeArrays

BYTES = types.uint8[::1]
INTS = types.int32[::1]
LONGS = types.int64[::1]
INT_TABLE = types.int32[:, ::1]

_FIELDS = {"state": BYTES, "held": BYTES, "used": LONGS}
NODES = types.NamedTuple(tuple(_FIELDS.get(name, INTS) for name in NodeArrays._fields), NodeArrays)
