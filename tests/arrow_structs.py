"""The structs of Arrow's C data interface, as ctypes has them."""

from ctypes import POINTER, Structure, c_char_p, c_int64, c_void_p


class Schema(Structure):
    pass


Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64),
    ("n_children", c_int64), ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)),
    ("release", c_void_p), ("private_data", c_void_p),
]  # fmt: skip


class Array(Structure):
    pass


Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
    ("n_children", c_int64), ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)), ("release", c_void_p), ("private_data", c_void_p),
]  # fmt: skip
