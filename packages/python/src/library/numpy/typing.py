from typing import Any

import numpy as np


class NDArray:
    __class_getitem__ = classmethod(lambda cls, item: np.ndarray)


ArrayLike = DTypeLike = Any
