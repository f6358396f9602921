/**
 * The classes that others derive from, and how objects are made. Follows python/tvm/ir/base.py, expr.py and
 * python/tvm/runtime/object.py.
 */
import {
  type Body,
  hostAttribute,
  hostClass,
  hostMethod,
  PyBuiltin,
  type PyClass,
  PyObject,
  staticMethod,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { tvmObjectClass } from "./tvmObject.ts";

/**
 * A class's `__new__`: makes an object from the arguments of a call of the class. Wrong ones are refused in the name of
 * its `__init__`.
 */
export function making(className: string, signature: string, body: Body): Value {
  const made = hostMethod("__init__", signature === "" ? "cls" : `cls, ${signature}`, body);
  made.qualname = `${className}.__init__`;
  return staticMethod(made);
}

/** Gives a class members. */
export function give(cls: PyClass, members: Readonly<Record<string, Value>>): void {
  for (const [name, member] of Object.entries(members)) {
    if (member instanceof PyBuiltin) member.qualname = `${cls.name}.${member.name}`;
    cls.define(name, member);
  }
}

/** Members that the reference's class has and that are not built here: a program that asks for one ends. */
export function unbuilt(className: string, names: string): Readonly<Record<string, Value>> {
  const asked = (name: string) => () => {
    throw new NotBuilt(`${className}.${name}`);
  };
  return Object.fromEntries(names.split(" ").map((name) => [name, hostAttribute(name, PyObject, asked(name))]));
}

export const irNodeClass: PyClass = hostClass({ name: "Node", module: "tvm.ir.base", bases: [tvmObjectClass] });
export const baseExprClass: PyClass = hostClass({ name: "BaseExpr", module: "tvm.ir.expr", bases: [irNodeClass] });
