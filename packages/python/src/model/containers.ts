/** Numbers that are objects, and sequences. Dicts and sets are in `table.ts`. */
import { bytesClass, ellipsisClass, floatClass, listClass, notImplementedClass, rangeClass, sliceClass, tupleClass } from "./classes.ts";
import { type PyClass, PyObject, type Value } from "./value.ts";

export class PyFloat extends PyObject {
  readonly value: number;

  constructor(value: number, cls: PyClass = floatClass) {
    super(cls);
    this.value = value;
  }
}

/**
 * An instance of a class of the file (or of an enum) that derives from int or str: `value` is the number or text in it.
 */
export class PyBoxed extends PyObject {
  readonly value: number | bigint | string;

  constructor(value: number | bigint | string, cls: PyClass) {
    super(cls);
    this.value = value;
  }
}

export class PyBytes extends PyObject {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, cls: PyClass = bytesClass) {
    super(cls);
    this.bytes = bytes;
  }
}

export class PyTuple extends PyObject {
  items: readonly Value[];

  constructor(items: readonly Value[], cls: PyClass = tupleClass) {
    super(cls);
    this.items = items;
  }
}

export class PyList extends PyObject {
  items: Value[];

  constructor(items: Value[], cls: PyClass = listClass) {
    super(cls);
    this.items = items;
  }
}

/** Its parts are ints; `length` counts its elements. */
export class PyRange extends PyObject {
  readonly start: number | bigint;
  readonly stop: number | bigint;
  readonly step: number | bigint;

  constructor(start: number | bigint, stop: number | bigint, step: number | bigint) {
    super(rangeClass);
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

export class PySlice extends PyObject {
  readonly start: Value;
  readonly stop: Value;
  readonly step: Value;

  constructor(start: Value, stop: Value, step: Value) {
    super(sliceClass);
    this.start = start;
    this.stop = stop;
    this.step = step;
  }
}

/** `...` */
export const ellipsis = new PyObject(ellipsisClass);

/** The result of an operator method that does not support the other operand. */
export const notImplemented = new PyObject(notImplementedClass);
