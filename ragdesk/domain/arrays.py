"""The one array type that stages hand to each other."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
