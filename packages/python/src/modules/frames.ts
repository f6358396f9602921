/** Frames as `sys._getframe` and `inspect` show them: what runs, where, and what called it. */
import { localNames } from "../builtins/scopes.ts";
import { hostAttribute, hostClass, hostFunction } from "../host/native.ts";
import { dictClass } from "../model/classes.ts";
import { valueError } from "../model/exceptions.ts";
import type { CodeInfo, Frame } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import { PyObject } from "../model/value.ts";

class PyFrame extends PyObject {
  constructor(readonly frame: Frame) {
    super(frameClass);
  }
}

class PyFrameCode extends PyObject {
  constructor(readonly code: CodeInfo) {
    super(codeClass);
  }
}

const codeClass = hostClass({
  name: "code",
  module: "builtins",
  members: {
    co_name: hostAttribute("co_name", PyFrameCode, ({ code }) => code.name),
    co_filename: hostAttribute("co_filename", PyFrameCode, ({ code }) => code.file),
    co_firstlineno: hostAttribute("co_firstlineno", PyFrameCode, ({ code }) => code.line),
  },
});

const frameClass = hostClass({
  name: "frame",
  module: "builtins",
  members: {
    f_code: hostAttribute("f_code", PyFrame, ({ frame }) => new PyFrameCode(frame.code)),
    f_lineno: hostAttribute("f_lineno", PyFrame, ({ frame }) => frame.line),
    f_back: hostAttribute("f_back", PyFrame, ({ frame }) => (frame.back ? new PyFrame(frame.back) : null)),
    f_globals: hostAttribute("f_globals", PyFrame, ({ frame }) => new PyDict(dictClass, new AttributeTable(frame.globals))),
    f_locals: hostAttribute("f_locals", PyFrame, ({ frame }) => localNames({ frame })),
  },
});

/** The frame of the code that asks, or one that many calls outside of it. */
export const frameAt = hostFunction("_getframe", "depth=0", (m, depth) => {
  let { frame } = m;
  for (let i = 0; i < Number(depth); i++) frame = frame?.back;
  if (!frame) throw valueError("call stack is not deep enough");
  return new PyFrame(frame);
});
