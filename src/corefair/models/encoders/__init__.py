"""Contextual encoders from local folders: states of words in their text, cached, tuned or projected.

encoder.py     what a caller holds: load, states, feeds for tuning, export
config.py      what `config.json` says, checked
weights.py     where each tensor is in `model.safetensors`, checked before anything runs
network.py     the layers of BERT and MPNet, in torch
pieces.py      words to word pieces, and windows over them
caching.py     what was computed of a document, kept by content
tuning.py      the top layers as a module to train through
onnx_graph.py  the same network as an ONNX graph, in float32 or int8
onnx_run.py    running that graph
projection.py  a few directions taken out of the states
"""

from corefair.models.encoders.encoder import Encoder as Encoder
