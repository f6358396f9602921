/** `list[int]`: a class with the types of what it holds, which mean nothing here. */
import { objectClass, typeClass } from "./classes.ts";
import { PyTuple } from "./containers.ts";
import { PyClass, PyObject, type Value } from "./value.ts";

export const aliasClass = new PyClass({ name: "GenericAlias", module: "types", bases: [objectClass], metaclass: typeClass });

export class PyAlias extends PyObject {
  readonly args: readonly Value[];

  constructor(
    readonly origin: PyClass,
    item: Value,
  ) {
    super(aliasClass);
    this.args = item instanceof PyTuple ? item.items : [item];
  }
}
