/** What a program prints to: `sys.stdout` and `sys.stderr` as they are at first. */
import { textOf } from "../core/numbers.ts";
import { callMethod, typeName } from "../core/protocol.ts";
import { hostClass, hostMethod } from "../host/native.ts";
import { typeError } from "../model/exceptions.ts";
import { PyModule } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";

const streamClass = hostClass({
  name: "TextIOWrapper",
  module: "_io",
  members: {
    write: hostMethod("write", "self, text", (m, _self, given = null) => {
      const text = textOf(given);
      if (text === undefined) throw typeError(`write() argument must be str, not ${typeName(given)}`);
      m.print(text);
      return [...text].length;
    }),
    flush: hostMethod("flush", "self", () => null),
    isatty: hostMethod("isatty", "self", () => false),
  },
});

/** A stream whose lines go to the program's log. */
export function outputStream(): Value {
  return new PyObject(streamClass);
}

/** Writes to a file of the program, or to `sys.stdout` where none is given. */
export function write(m: Runtime, text: string, file: Value): void {
  const target = file ?? standardOutput(m);
  if (target === null || (target instanceof PyObject && target.cls === streamClass)) m.print(text);
  else callMethod(m, target, "write", [text]);
}

function standardOutput(m: Runtime): Value {
  const sys = m.modules.get("sys");
  return sys instanceof PyModule ? (sys.names.get("stdout") ?? null) : null;
}
