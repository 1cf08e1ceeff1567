"""The JSON Schema of a type (draft 2020-12), as far as documents need it.

    class, typed dictionary    an object with these keys; more may come (`additionalProperties` stays open)
    A | B                      of texts, numbers, null: one of them; of objects: which one is told by what B lacks,
                               or by a key that holds another word in each (`kind`), so that a message names what is
                               wrong with that one, and no object passes for the other one by lacking a key
    Annotated[str, ..]         `report.schemas.restrictions`

Objects and enumerations stand under `$defs`, by their names.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from report.schemas.key_descriptions import class_description, key_descriptions
from report.schemas.restrictions import Matching, OneOf

DRAFT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", types.NoneType: "null"}
Schema = dict[str, Any]


def json_schema(document: Any, title: str, replaced: Mapping[str, Schema] | None = None) -> Schema:
    """The schema of a document of that type, or of one of several (`A | B`). replaced: schemas that take the place of
    those of classes, by name."""
    maker = _SchemaMaker(dict(replaced or {}))
    body = maker.schema(document)
    return {"$schema": DRAFT, "title": title, **body, "$defs": dict(sorted(maker.definitions.items()))}


class _SchemaMaker:
    """Collects what stands under `$defs`."""

    def __init__(self, definitions: dict[str, Schema]) -> None:
        self.definitions = definitions

    def schema(self, of: Any) -> Schema:
        """The schema of a type."""
        origin, arguments = get_origin(of), get_args(of)
        if of is Any:
            return {}
        if of in PLAIN:
            return {"type": PLAIN[of]}
        if origin is Annotated:
            return self._restricted(arguments[0], arguments[1:])
        if origin is Literal:
            return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
        if origin in (Union, types.UnionType):
            return self._union(arguments)
        if origin is list or (origin is tuple and arguments[1:] == (...,)):
            return {"type": "array", "items": self.schema(arguments[0])}
        if origin is tuple:
            parts = [self.schema(each) for each in arguments]
            return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.schema(arguments[1])}
        return self._named(of, origin, arguments)

    def _restricted(self, of: Any, marks: tuple[Any, ...]) -> Schema:
        schema = self.schema(of)
        for mark in marks:
            if isinstance(mark, OneOf):
                schema = {"enum": list(mark.words)}
            elif isinstance(mark, Matching):
                schema["pattern"] = mark.pattern
        return schema

    def _named(self, of: Any, origin: Any, arguments: tuple[Any, ...]) -> Schema:
        """A reference to what stands under `$defs`."""
        made_of = origin or of
        name = made_of.__name__ + "".join(f"Of{each.__name__}" for each in arguments)
        if name not in self.definitions:
            self.definitions[name] = {}  # it may hold itself
            self.definitions[name] = _enumeration(of) if _is_enumeration(of) else self._object(made_of, arguments)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, of: type, arguments: tuple[Any, ...]) -> Schema:
        if not (is_typeddict(of) or is_dataclass(of)):
            raise TypeError(f"expected a type that documents have, found {of}")
        told, properties, required = key_descriptions(of), {}, []
        variables = dict(zip(getattr(of, "__parameters__", ()), arguments, strict=True))
        for key, hint in _keys(of).items():
            is_needed = get_origin(hint) is not NotRequired
            held = hint if is_needed else get_args(hint)[0]
            properties[key] = self.schema(_filled_in(held, variables))
            if told.get(key):
                properties[key] = {"description": told[key], **properties[key]}
            if is_needed:
                required.append(key)
        return {
            "type": "object",
            "description": class_description(of),
            "properties": properties,
            "required": required,
        }

    def _union(self, arguments: tuple[Any, ...]) -> Schema:
        objects = [each for each in arguments if _is_object(each)]
        others = [each for each in arguments if not _is_object(each)]
        if len(objects) > 1 and not others:
            return self._one_of_objects(objects)
        schemas = [self.schema(each) for each in arguments]
        if all(list(schema) == ["type"] for schema in schemas):
            return {"type": [schema["type"] for schema in schemas]}
        return {"anyOf": schemas}

    def _one_of_objects(self, objects: list[Any]) -> Schema:
        """Told by a word, or by keys that only the earlier ones have."""
        tag = next((key for key in _keys(objects[0]) if all(_word(each, key) for each in objects)), None)
        conditions: list[Schema]
        if tag is not None:
            schema: Schema | bool = False
            conditions = [{"properties": {tag: {"const": _word(each, tag)}}, "required": [tag]} for each in objects]
        else:
            schema = self.schema(objects[-1])
            later = [{key for each in objects[place:] for key in _keys(each)} for place in range(1, len(objects))]
            own = [
                [key for key in _required(each) if key not in keys] for each, keys in zip(objects, later, strict=False)
            ]
            conditions = [{"anyOf": [{"required": [key]} for key in keys]} for keys in own]
        for each, condition in reversed(list(zip(objects, conditions, strict=False))):
            schema = {"if": condition, "then": self.schema(each), "else": schema}
        return cast("Schema", schema)


def _keys(of: Any) -> dict[str, Any]:
    """The keys of a class with their types, in which NotRequired still stands."""
    of = get_origin(of) or of
    hints = get_type_hints(of, include_extras=True)
    return {field.name: hints[field.name] for field in fields(of)} if is_dataclass(of) else hints


def _required(of: Any) -> list[str]:
    return [key for key, hint in _keys(of).items() if get_origin(hint) is not NotRequired]


def _word(of: Any, key: str) -> Any:
    """The only word that the key of this class holds, None where there may be another one, or a number."""
    hint = _keys(of).get(key)
    words = get_args(hint) if get_origin(hint) is Literal else ()
    return words[0] if len(words) == 1 and isinstance(words[0], str) else None


def _is_object(of: Any) -> bool:
    of = get_origin(of) or of
    return is_typeddict(of) or (isinstance(of, type) and is_dataclass(of))


def _is_enumeration(of: Any) -> bool:
    return isinstance(of, type) and issubclass(of, Enum)


def _enumeration(of: type[Enum]) -> Schema:
    return {"description": class_description(of), "enum": [each.value for each in of]}


def _filled_in(hint: Any, variables: Mapping[Any, Any]) -> Any:
    """The type with what its variables stand for."""
    if isinstance(hint, TypeVar):
        return variables[hint]
    if variables and get_origin(hint) is list:
        return list[_filled_in(get_args(hint)[0], variables)]  # type: ignore[misc]
    return hint
