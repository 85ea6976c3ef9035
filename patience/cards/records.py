"""Frozen dataclasses that are quick to define, as a program that judges one game defines forty.

``dataclasses`` compiles six functions for each class. Here only ``__init__`` is compiled, for the first
object. All else is that of a frozen dataclass, so type checkers see ``dataclass``.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

Decorator = Callable[[type], type]
Method = Callable[..., object]  # type: ignore[explicit-any]

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - it is exported
else:

    def dataclass(*, frozen: bool, slots: bool = False, eq: bool = True, repr: bool = True) -> Decorator:  # noqa: A002
        """Return a decorator that makes a class a frozen dataclass."""
        assert frozen

        def decorate(cls: type) -> type:
            cls = _dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
            methods = {
                "__init__": _init_of(cls),
                "__setattr__": _refuse_to_set,
                "__delattr__": _refuse_to_delete,
                **({"__repr__": _repr} if repr else {}),
                **(_comparing(cls) if eq else {}),
                **({"__getstate__": _state, "__setstate__": _restore} if slots else {}),
            }
            for name, method in methods.items():
                if name not in cls.__dict__:
                    setattr(cls, name, method)
            return cls

        return decorate


_FACTORY: Final = object()
"""In the place of a default that is made for each object."""


def _init_of(cls: type) -> Method:
    """Return an ``__init__`` that puts the one of the class in its place when it is first called."""

    def init(self: object, *values: object, **named: object) -> None:
        compiled = _compiled_init(cls)
        setattr(cls, "__init__", compiled)  # noqa: B010 - it has the type of that of object
        compiled(self, *values, **named)

    return init


def _compiled_init(cls: type) -> Method:
    known: dict[str, object] = {"set_": object.__setattr__, "FACTORY": _FACTORY}
    parameters, lines = [], []
    # Those that are given by name alone follow the others.
    for field in sorted(_fields(cls), key=lambda field: bool(field.kw_only)):
        name, value = field.name, field.name
        if field.kw_only and "*" not in parameters:
            parameters.append("*")
        if field.default is not MISSING:
            known[f"default_{name}"] = field.default
            parameters.append(f"{name}=default_{name}")
        elif field.default_factory is not MISSING:
            known[f"make_{name}"] = field.default_factory
            parameters.append(f"{name}=FACTORY")
            value = f"make_{name}() if {name} is FACTORY else {name}"
        else:
            parameters.append(name)
        lines.append(f" set_(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    source = f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(lines or [" pass"])
    exec(source, known)  # noqa: S102 - as dataclasses do
    init = known["__init__"]
    assert callable(init)
    return init


def _comparing(cls: type) -> dict[str, Method]:
    """Return the methods that compare objects of a class by the values of their fields."""
    names = [field.name for field in _fields(cls) if field.compare]
    values: Method = attrgetter(*names) if names else lambda _: ()

    def equals(self: object, other: object) -> object:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__eq__": equals, "__hash__": hashed}


def _fields(cls: type) -> Sequence[Field[object]]:
    return fields(cls)


def _repr(self: object) -> str:
    shown = (field.name for field in _fields(type(self)) if field.repr)
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({values})"


def _refuse_to_set(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: object) -> list[object]:
    return [getattr(self, field.name) for field in _fields(type(self))]


def _restore(self: object, state: list[object]) -> None:
    for field, value in zip(_fields(type(self)), state, strict=True):
        object.__setattr__(self, field.name, value)
