/** Numbers that are objects, and sequences. Dicts and sets are in `table.ts`. */
import { bytesClass, ellipsisClass, floatClass, listClass, notImplementedClass, rangeClass, sliceClass, tupleClass } from "./classes.ts";
import { type PyClass, PyObject, type Value } from "./value.ts";

export class PyFloat extends PyObject {
  constructor(
    readonly value: number,
    cls: PyClass = floatClass,
  ) {
    super(cls);
  }
}

/**
 * An instance of a class of the file (or of an enum) that derives from int or str: `value` is the number or text in it.
 */
export class PyBoxed extends PyObject {
  constructor(
    readonly value: number | bigint | string,
    cls: PyClass,
  ) {
    super(cls);
  }

  /** A host that takes texts writes `String(value)`. */
  override toString(): string {
    return String(this.value);
  }
}

export class PyBytes extends PyObject {
  constructor(
    readonly bytes: Uint8Array,
    cls: PyClass = bytesClass,
  ) {
    super(cls);
  }
}

export class PyTuple extends PyObject {
  constructor(
    public items: readonly Value[],
    cls: PyClass = tupleClass,
  ) {
    super(cls);
  }
}

export class PyList extends PyObject {
  constructor(
    public items: Value[],
    cls: PyClass = listClass,
  ) {
    super(cls);
  }
}

/** Its parts are ints; `length` counts its elements. */
export class PyRange extends PyObject {
  constructor(
    readonly start: number | bigint,
    readonly stop: number | bigint,
    readonly step: number | bigint,
  ) {
    super(rangeClass);
  }
}

export class PySlice extends PyObject {
  constructor(
    readonly start: Value,
    readonly stop: Value,
    readonly step: Value,
  ) {
    super(sliceClass);
  }
}

/** `...` */
export const ellipsis = new PyObject(ellipsisClass);

/** The result of an operator method that does not support the other operand. */
export const notImplemented = new PyObject(notImplementedClass);
