"""Times relay.frontend.from_tflite on recorded models: a record a line in, the median of three runs in ms out. Needs the package `tflite`."""
import base64
import json
import sys
import time

import tflite
from tvm import relay

for line in sys.stdin:
    record = json.loads(line)
    model = tflite.Model.GetRootAsModel(base64.b64decode(record["model"]), 0)
    given = record.get("shape")
    shapes = given and {name: tuple(relay.Any() if size == "?" else size for size in sizes) for name, sizes in given.items()}
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        relay.frontend.from_tflite(model, shape_dict=shapes, dtype_dict=record.get("dtype"))
        times.append((time.perf_counter() - begin) * 1000)
    print(json.dumps({"id": record["id"], "ms": sorted(times)[1]}), flush=True)
