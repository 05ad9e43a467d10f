"""Weights in few bits: blocks of 32 values that share a scale.

Layers that were left as they came are kept in the four bits in which they came, those that were
trained on in eight. A matrix is unpacked once, when its layer is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Packed = tuple[NDArray[Any], NDArray[np.float16]]

BLOCK = 32
_ZERO = 8
"""What stands for nought in four bits."""


def pack(matrix: Matrix, bits: int) -> Packed:
    """The values in 4 or 8 bits, and the scale of each block; rows are multiples of 32 long."""
    import numpy as np

    blocks = matrix.reshape(len(matrix), -1, BLOCK)
    most = _ZERO if bits == 4 else 127
    furthest = np.take_along_axis(blocks, np.abs(blocks).argmax(-1, keepdims=True), -1)[..., 0]
    scales = np.abs(furthest) / most if bits == 8 else -furthest / most
    kept: NDArray[np.float16] = np.where(scales == 0, 1, scales).astype(np.float16)
    values = np.rint(blocks / kept[..., None].astype(np.float32))
    if bits == 8:
        return values.clip(-127, 127).astype(np.int8).reshape(len(matrix), -1), kept
    small = (values.clip(-_ZERO, _ZERO - 1) + _ZERO).astype(np.uint8)
    low, high = small[..., : BLOCK // 2], small[..., BLOCK // 2 :]
    return (low | (high << 4)).reshape(len(matrix), -1), kept


def unpack(values: NDArray[Any], scales: NDArray[np.float16]) -> Matrix:
    """The matrix, or those of its rows that are given, column by column in memory: for the few
    words of a message BLAS is a third faster so."""
    import numpy as np

    count, blocks = scales.shape
    columns = np.ascontiguousarray(values.T).reshape(blocks, -1, count)
    wide = np.empty((blocks, BLOCK, count), np.float32)
    if values.dtype == np.uint8:
        wide[:, : BLOCK // 2], wide[:, BLOCK // 2 :] = columns & 15, columns >> 4
        wide -= _ZERO
    else:
        wide[:] = columns
    wide *= scales.T[:, None].astype(np.float32)
    return wide.reshape(-1, count).T
