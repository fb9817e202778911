"""The array types that stages hand to each other. Written as text: naming one must not load numpy."""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FloatArray: TypeAlias = "NDArray[np.float32]"
IntArray: TypeAlias = "NDArray[np.int32]"
