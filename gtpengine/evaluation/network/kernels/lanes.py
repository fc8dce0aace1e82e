"""Vectors of floats as wide as the processor's registers, and products of matrices made of them.

LLVM does not vectorise loops over many arrays that might overlap, nor keep a block of sums in
registers. So kernels say both themselves: `load` takes LANES neighbouring floats of a flat array,
`+`, `-` and `*` act on all of them, `store` writes them back. Any processor runs it; LANES only
says what suits this one. Uncompiled, such a vector is a short numpy array.
"""

import operator
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, register_model

from gtpengine.jit import CHECKED, PURE, inlined, outlined


def _lanes() -> int:
    """Return how many floats a register holds; a named processor counts as the plainest."""
    if numba.config.CPU_NAME:  # type: ignore[attr-defined]
        return 4
    features = llvmlite.binding.get_host_cpu_features()
    return 16 if features.get("avx512f") else 8 if features.get("avx") else 4


LANES = _lanes()
COLUMNS = 2 * LANES  # of a block of sums
MOST_ROWS = 6  # of a block: with COLUMNS it takes twelve registers of the sixteen that AVX2 has

REALS = types.float32[::1]
_VECTOR = ir.VectorType(ir.FloatType(), LANES)
_FUSED = ("contract",)  # a product and a sum may be rounded once


class Lanes(types.Type):
    """The type of such a vector."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes{LANES}")


LANES_TYPE = Lanes()


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _VECTOR)


def _operator(function, first, emit):
    """Let kernels write `function` between a `first` and a vector."""

    class Template(ConcreteTemplate):
        cases = (signature(LANES_TYPE, first, LANES_TYPE),)

    infer_global(function)(Template)
    lower_builtin(function, first, LANES_TYPE)(
        lambda context, builder, signature, arguments: emit(builder, *arguments)
    )


def _spread(builder, scalar):
    """Return a vector of one float."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), scalar, ir.IntType(32)(0))
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(_VECTOR, ir.Undefined), mask)


_operator(operator.add, LANES_TYPE, lambda b, x, y: b.fadd(x, y, flags=_FUSED))
_operator(operator.sub, LANES_TYPE, lambda b, x, y: b.fsub(x, y, flags=_FUSED))
_operator(operator.mul, types.float32, lambda b, x, y: b.fmul(_spread(b, x), y, flags=_FUSED))


def _data(context, builder, kind, array):
    return context.make_array(kind)(context, builder, array).data


def _vector_at(builder, data, index):
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


@intrinsic
def _load(typing_context, array, index):
    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        return builder.load(_vector_at(builder, data, arguments[1]), align=4)

    return LANES_TYPE(array, types.int64), generate


@intrinsic
def _store(typing_context, array, index, vector):
    def generate(context, builder, signature, arguments):
        data = _data(context, builder, signature.args[0], arguments[0])
        builder.store(arguments[2], _vector_at(builder, data, arguments[1]), align=4)
        return context.get_dummy_value()

    return types.void(array, types.int64, LANES_TYPE), generate


@intrinsic
def _larger(typing_context, first, second):
    def generate(context, builder, signature, arguments):
        first, second = arguments
        return builder.select(builder.fcmp_ordered(">", first, second), first, second)

    return LANES_TYPE(LANES_TYPE, LANES_TYPE), generate


@intrinsic
def _spread_out(typing_context, scalar):
    def generate(context, builder, signature, arguments):
        return _spread(builder, arguments[0])

    return LANES_TYPE(types.float32), generate


def _block(rows):
    """Return an intrinsic that writes a block of so many rows and COLUMNS columns of a product."""

    @intrinsic
    def block(typing_context, left, lefts, stride, depth, right, rights, step, out, outs, across):
        def generate(context, builder, signature, arguments):
            left, lefts, stride, depth, right, rights, step, out, outs, across = arguments
            left = _data(context, builder, signature.args[0], left)
            right = _data(context, builder, signature.args[4], right)
            out = _data(context, builder, signature.args[7], out)
            word = ir.IntType(64)
            before = builder.block
            loop = builder.append_basic_block("depth")
            after = builder.append_basic_block("done")
            starts = [builder.add(lefts, builder.mul(stride, word(row))) for row in range(rows)]
            builder.branch(loop)
            builder.position_at_end(loop)
            k = builder.phi(word)
            place = builder.phi(word)
            sums = [builder.phi(_VECTOR) for _ in range(2 * rows)]
            k.add_incoming(word(0), before)
            place.add_incoming(rights, before)
            for total in sums:
                total.add_incoming(ir.Constant(_VECTOR, [0.0] * LANES), before)
            weights = [
                builder.load(
                    _vector_at(builder, right, builder.add(place, word(half * LANES))), align=4
                )
                for half in range(2)
            ]
            new = []
            for row in range(rows):
                value = builder.load(builder.gep(left, [builder.add(starts[row], k)]))
                value = _spread(builder, value)
                for half in range(2):
                    product = builder.fmul(value, weights[half], flags=_FUSED)
                    new.append(builder.fadd(sums[2 * row + half], product, flags=_FUSED))
            next_k = builder.add(k, word(1))
            k.add_incoming(next_k, loop)
            place.add_incoming(builder.add(place, step), loop)
            for total, later in zip(sums, new, strict=True):
                total.add_incoming(later, loop)
            builder.cbranch(builder.icmp_signed("<", next_k, depth), loop, after)
            builder.position_at_end(after)
            for row in range(rows):
                start = builder.add(outs, builder.mul(across, word(row)))
                for half in range(2):
                    where = builder.add(start, word(half * LANES))
                    builder.store(new[2 * row + half], _vector_at(builder, out, where), align=4)
            return context.get_dummy_value()

        number = types.int64
        kinds = (left, number, number, number, right, number, number, out, number, number)
        return types.void(*kinds), generate

    return block


_block1, _block2, _block3, _block4, _block5, _block6 = map(_block, range(1, MOST_ROWS + 1))


@inlined
def _multiply_block(left, lefts, stride, rows, depth, right, rights, step, out, outs, across):
    if rows == 6:
        _block6(left, lefts, stride, depth, right, rights, step, out, outs, across)
    elif rows == 5:
        _block5(left, lefts, stride, depth, right, rights, step, out, outs, across)
    elif rows == 4:
        _block4(left, lefts, stride, depth, right, rights, step, out, outs, across)
    elif rows == 3:
        _block3(left, lefts, stride, depth, right, rights, step, out, outs, across)
    elif rows == 2:
        _block2(left, lefts, stride, depth, right, rights, step, out, outs, across)
    else:
        _block1(left, lefts, stride, depth, right, rights, step, out, outs, across)


def _load_plain(array, index):
    return array[index : index + LANES].copy()


def _store_plain(array, index, vector):
    array[index : index + LANES] = vector


def _spread_plain(scalar):
    return np.full(LANES, scalar, dtype=np.float32)


def _multiply_plain(left, lefts, stride, rows, depth, right, rights, step, out, outs, across):
    block = right[rights + step * np.arange(depth)[:, None] + np.arange(COLUMNS)]
    for row in range(rows):
        line = left[lefts + row * stride :][:depth]
        out[outs + row * across :][:COLUMNS] = line @ block


@inlined
def _check(array, start, end):
    if start < 0 or end > len(array):
        raise IndexError("lanes beyond the array")


@inlined
def _load_checked(array, index):
    _check(array, index, index + LANES)
    return _load(array, index)


@inlined
def _store_checked(array, index, vector):
    _check(array, index, index + LANES)
    _store(array, index, vector)


@inlined
def _multiply_checked(left, lefts, stride, rows, depth, right, rights, step, out, outs, across):
    _check(left, lefts, lefts + (rows - 1) * stride + depth)
    _check(right, rights, rights + (depth - 1) * step + COLUMNS)
    _check(out, outs, outs + (rows - 1) * across + COLUMNS)
    _multiply_block(left, lefts, stride, rows, depth, right, rights, step, out, outs, across)


# What kernels call: load(array, index), store(array, index, vector), spread(float) for a vector of
# one float, larger(vector, vector).
load: Any = _load_plain if PURE else _load_checked if CHECKED else _load
store: Any = _store_plain if PURE else _store_checked if CHECKED else _store
spread: Any = _spread_plain if PURE else _spread_out
larger: Any = np.maximum if PURE else _larger
_multiply: Any = _multiply_plain if PURE else _multiply_checked if CHECKED else _multiply_block


@outlined
def multiply(left, lefts, stride, rows, depth, right, rights, columns, out, outs, across):
    """Write the product of two matrices, which stand in flat arrays.

    The first has `rows` lines of `depth` floats, one every `stride` from index `lefts` of `left`.
    The second has `depth` lines of `columns` floats, one after the other from index `rights` of
    `right`. The product takes a line every `across` from index `outs` of `out`.

    Pre: `columns` is a multiple of COLUMNS; `rows` and `depth` are not 0.
    """
    blocks = (rows + MOST_ROWS - 1) // MOST_ROWS
    for column in range(0, columns, COLUMNS):
        end = 0
        for number in range(blocks):
            start, end = end, (number + 1) * rows // blocks
            _multiply(
                left,
                lefts + start * stride,
                stride,
                end - start,
                depth,
                right,
                rights + column,
                columns,
                out,
                outs + start * across + column,
                across,
            )
