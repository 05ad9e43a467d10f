"""The reader's weights between torch and the file that ``assistant/reader`` loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from assistant.arrays import listed
from assistant.reader import PIECES
from assistant.reader.packing import pack, unpack
from assistant.reader.vocabulary import BEGIN, END, UNKNOWN
from training.reader.base import Base
from training.reader.net import LAYERS, UPPER, WIDTH, JointNet, Layer, ReaderNet

Array = NDArray[Any]
SPECIAL = 1 + max(BEGIN, END, UNKNOWN)
_PARTS, _NORMS = ("qkv", "o", "i", "f"), ("n1", "n2")


def arrays_of(
    net: ReaderNet, lower: Sequence[Layer], base: Base, pieces: Sequence[int]
) -> dict[str, Array]:
    """As ``assistant/reader`` loads them."""
    of = base.tensors
    found: dict[str, Array] = {
        "pieces": listed("" if n < SPECIAL else base.pieces[n] for n in pieces),
        "piece.scores": base.scores[list(pieces)],
        "places": (of["emb.pos"].reshape(-1, WIDTH) + of["emb.type"][:WIDTH])[: PIECES + 2],
        "first.scale": of["emb.ln.w"],
        "first.shift": of["emb.ln.b"],
    }
    words = of["emb.word"].reshape(-1, WIDTH)[list(pieces)]
    found["word.values"], found["word.scales"] = pack(words, 4)
    for n, layer in enumerate([*lower, *net.layers]):
        found |= _layer(f"layer.{n}", layer, 4 if n < LAYERS - UPPER else 8)
    found |= _joint(net.joint)
    return {
        name: array.astype(np.float16) if array.dtype == np.float32 else array
        for name, array in found.items()
    } | {"joint.mean": net.joint.mean.numpy()}


def upper_of(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """What a reader does not share that stands upon another: the layers that are trained."""
    layers = tuple(f"layer.{n}." for n in range(LAYERS - UPPER, LAYERS))
    return {name: array for name, array in arrays.items() if name.startswith((*layers, "joint."))}


def load(net: ReaderNet, arrays: Mapping[str, Array]) -> None:
    """Put weights of such a file back; what the file has not stays as it is."""
    for n, layer in enumerate(net.layers):
        put_layer(layer, f"layer.{LAYERS - UPPER + n}", arrays)
    joint = net.joint
    for n, layer in enumerate(joint.layers):
        if f"joint.layer.{n}.affinity" not in arrays:
            layer.o.weight.data.zero_()  # at first it adds nothing
            layer.f.weight.data.zero_()
            continue
        put_layer(layer, f"joint.layer.{n}", arrays)
        joint.affinity[n].data = _tensor(f"joint.layer.{n}.affinity", arrays)
        joint.closeness[n].data = _tensor(f"joint.layer.{n}.closeness", arrays)
    for name, part in _linear(joint).items():
        part.weight.data = _tensor(f"joint.{name}.weight", arrays)
        part.bias.data = _tensor(f"joint.{name}.bias", arrays)
    joint.first.weight.data = _tensor("joint.first.scale", arrays)
    joint.first.bias.data = _tensor("joint.first.shift", arrays)
    joint.kind.data, joint.order.data = (
        _tensor("joint.kind", arrays),
        _tensor("joint.order", arrays),
    )
    joint.mean.copy_(_tensor("joint.mean", arrays))


def put_layer(layer: Layer, name: str, arrays: Mapping[str, Array]) -> None:
    for part in _PARTS:
        linear = getattr(layer, part)
        values, scales = arrays[f"{name}.{part}.values"], arrays[f"{name}.{part}.scales"]
        linear.weight.data = torch.tensor(unpack(values, scales))
        linear.bias.data = _tensor(f"{name}.{part}.bias", arrays)
    for part in _NORMS:
        norm = getattr(layer, part)
        norm.weight.data = _tensor(f"{name}.{part}.scale", arrays)
        norm.bias.data = _tensor(f"{name}.{part}.shift", arrays)


def _tensor(name: str, arrays: Mapping[str, Array]) -> Tensor:
    return torch.tensor(arrays[name].astype(np.float32))


def _linear(joint: JointNet) -> dict[str, nn.Linear]:
    found = {"down": joint.down, "nearest": joint.nearest}
    for name, head in (("fact", joint.fact), ("message", joint.message)):
        found[f"{name}.in"], found[f"{name}.out"] = head[0], head[-1]
    return found


def _layer(name: str, layer: Any, bits: int) -> dict[str, Array]:
    found = {}
    for part in _PARTS:
        linear = getattr(layer, part)
        packed = pack(linear.weight.detach().numpy(), bits)
        found[f"{name}.{part}.values"], found[f"{name}.{part}.scales"] = packed
        found[f"{name}.{part}.bias"] = linear.bias.detach().numpy()
    return found | _norm(f"{name}.n1", layer.n1) | _norm(f"{name}.n2", layer.n2)


def _norm(name: str, norm: Any) -> dict[str, Array]:
    scale, shift = norm.weight.detach().numpy(), norm.bias.detach().numpy()
    return {f"{name}.scale": scale, f"{name}.shift": shift}


def _joint(joint: JointNet) -> dict[str, Array]:
    found = _norm("joint.first", joint.first)
    for name, part in _linear(joint).items():
        found[f"joint.{name}.weight"] = part.weight.detach().numpy()
        found[f"joint.{name}.bias"] = part.bias.detach().numpy()
    for n, layer in enumerate(joint.layers):
        found |= _layer(f"joint.layer.{n}", layer, 8)
        found[f"joint.layer.{n}.affinity"] = joint.affinity[n].detach().numpy()
        found[f"joint.layer.{n}.closeness"] = joint.closeness[n].detach().numpy()
    found["joint.kind"] = joint.kind.detach().numpy()
    found["joint.order"] = joint.order.detach().numpy()
    return found
