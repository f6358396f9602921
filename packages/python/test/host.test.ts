/** What a host gives to a program: classes to derive from, functions, modules, decorators, managers, stand-ins. */
import { describe, expect, test } from "vitest";
import * as python from "../src/index.ts";
import {
  arrayOf,
  attempt,
  attributeOr,
  type Body,
  call,
  callMethod,
  classMethod,
  classOf,
  collect,
  compare,
  equals,
  exceptionClassOf,
  findAttribute,
  floatOf,
  generatorClass,
  getAttribute,
  getItem,
  type HostClassOptions,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  hostModule,
  hostProperty,
  intOf,
  isInstance,
  lengthOf,
  Machine,
  notImplemented,
  overItems,
  PyArray,
  PyClass,
  PyDict,
  PyFloat,
  PyFunction,
  PyHost,
  PyIterator,
  PyList,
  PyObject,
  PyScalar,
  PyTuple,
  raised,
  repr,
  StandIn,
  setAttribute,
  staticMethod,
  str,
  strClass,
  tableGet,
  textOf,
  truth,
  typeError,
  typeName,
  type Value,
} from "../src/index.ts";

/** An expression of a little algebra: operators make larger ones. */
class Term extends PyObject {
  text: string;

  constructor(cls: PyClass, text: string) {
    super(cls);
    this.text = text;
  }
}

function algebra() {
  const termClass: PyClass = hostClass({
    name: "Term",
    module: "algebra.expr",
    doc: "A term.",
    construct: (_m, cls, [text]) => new Term(cls, textOf(text ?? "") ?? "?"),
    members: {
      text: hostAttribute("text", Term, (term) => term.text),
      note: hostAttribute(
        "note",
        Term,
        (term) => term.attrs?.get("_note"),
        (term, value) => {
          term.attrs = new Map([["_note", value ?? null]]);
        },
      ),
      size: hostProperty("size", (_m, self) => (self instanceof Term ? self.text.length : 0)),
      __add__: hostMethod("__add__", "self, other", (m, self, other) => {
        if (!(self instanceof Term)) return notImplemented;
        return new Term(termClass, `${self.text}+${other instanceof Term ? other.text : str(m, other)}`);
      }),
      __eq__: hostMethod("__eq__", "self, other", (_m, self, other) => new Term(termClass, `${show(self)}==${show(other)}`)),
      __bool__: hostMethod("__bool__", "self", (_m, self) => show(self) !== "x==y"),
      __hash__: hostMethod("__hash__", "self", () => 1),
      __call__: hostMethod(
        "__call__",
        "self, *args, scale=1.5",
        (m, self, args, scale) => `${show(self)}(${repr(m, args)}, ${repr(m, scale)})`,
      ),
      __getitem__: hostMethod("__getitem__", "self, at", (_m, self, at) => show(self)[Number(intOf(at))] ?? null),
      __len__: hostMethod("__len__", "self", (_m, self) => show(self).length),
      __iter__: hostMethod("__iter__", "self", (_m, self) => {
        const chars = [...show(self)];
        return new PyIterator(() => chars.shift());
      }),
      __repr__: hostMethod("__repr__", "self", (_m, self) => `Term(${show(self)})`),
      named: classMethod(hostFunction("named", "cls, name", (m, cls, name) => call(m, cls, [name]))),
      zero: staticMethod(hostFunction("zero", "", () => new Term(termClass, "0"))),
    },
  });
  const show = (value: Value): string => (value instanceof Term ? value.text : String(value));
  const leafClass = hostClass({ name: "Leaf", module: "algebra.expr", bases: [termClass] });
  const visitorClass = hostClass({
    name: "Visitor",
    module: "algebra.visitor",
    members: {
      __init__: hostMethod("__init__", "self, depth=2", (m, self, depth) => {
        setAttribute(m, self, "depth", depth);
        return null;
      }),
      visit: hostMethod("visit", "self, term", (m, self, term) =>
        callMethod(m, self, isInstance(term, leafClass) ? "visit_leaf" : "visit_term", [term]),
      ),
      visit_leaf: hostMethod("visit_leaf", "self, term", (_m, _self, term) => term),
      visit_term: hostMethod("visit_term", "self, term", (_m, _self, term) => term),
    },
  });
  return { termClass, leafClass, visitorClass, show };
}

function machineWith(files: Readonly<Record<string, string>> = {}) {
  const { termClass, leafClass, visitorClass, show } = algebra();
  const table = new PyDict();
  const members = {
    Term: termClass,
    Leaf: leafClass,
    Visitor: visitorClass,
    register: hostFunction("register", "name, value=None, level=10", (m, name, value) => {
      const put = (item: Value): Value => {
        table.setText(textOf(name) ?? "", item);
        return item;
      };
      return value === null ? hostFunction("take", "item", (_m, item) => put(item)) : ([put(value), truth(m, value)][1] ?? null);
    }),
    Context: hostClass({
      name: "Context",
      module: "algebra",
      open: true,
      members: {
        __init__: hostMethod("__init__", "self, **options", (m, self, options) => {
          setAttribute(m, self, "options", options);
          return null;
        }),
        __enter__: hostMethod("__enter__", "self", (_m, self) => self),
        __exit__: hostMethod("__exit__", "self, kind, value, trace", (_m, _self, kind) => kind === exceptionClassOf("KeyError")),
      },
    }),
  };
  const made = new Machine({
    find: (_m, name) => {
      if (name === "algebra") {
        const module = hostModule(name, members, (_n, asked) => (asked === "lazy" ? `made ${asked}` : undefined));
        module.names.set("__path__", "");
        return { kind: "module", module };
      }
      if (name === "algebra.expr") return { kind: "module", module: hostModule(name, { Term: termClass }) };
      const text = files[name];
      return text === undefined ? undefined : { kind: "file", file: `${name}.py`, text, isPackage: `${name}.inner` in files };
    },
    standIn: (_m, name) =>
      new StandIn(name, (misuse) =>
        raised("RuntimeError", `${name} is not there: ${misuse.kind === "attribute" ? misuse.name : misuse.kind}`),
      ),
  });
  return { machine: made, table, show };
}

function printed(text: string, files: Readonly<Record<string, string>> = {}): string {
  const { machine } = machineWith(files);
  const outcome = machine.loadText("pkg.main", text, "main.py");
  const lines = machine.log.map((r) => r.message);
  if (outcome.kind === "raised") lines.push(`${outcome.type}: ${outcome.message} (line ${outcome.stack.at(-1)?.line})`);
  return lines.join("\n");
}

describe("host classes", () => {
  test("have attributes, operators that answer anything, and are derived from", () => {
    const text = `
import algebra
from algebra import Term, Leaf, Visitor
from algebra.expr import Term as T
x = Term("x")
print(T is Term, x.text, (x + 1).text, (x + x)[2], len(x + x), list(x + x), x(1, 2), x(scale=2), x.size)
print((x == Term("y")), bool(x == Term("y")), type(x).__name__, type(x).__module__, Term.zero(), Leaf.named("l"))
print(isinstance(Leaf("l"), (int, Term)), isinstance(x, Leaf), hasattr(x, "nothing"), x in [x])
x.note = 5
print(x.note)
class V(Visitor):
    def __init__(self):
        super().__init__(depth=7)
        self.seen = []
    def visit_leaf(self, term):
        self.seen.append(term.text)
        return super().visit_leaf(term)
v = V()
print(v.depth, v.visit(Leaf("a")), v.visit(x), v.seen, V.__mro__[1].__name__)
x.text = 1
`;
    expect(printed(text)).toBe(
      [
        "True x x+1 x 3 ['x', '+', 'x'] x((1, 2), 1.5) x((), 2) 1",
        "Term(x==y) False Term algebra.expr Term(0) Term(l)",
        "True False False True",
        "5",
        "7 Term(a) Term(x) ['a'] Visitor",
        "AttributeError: attribute 'text' of 'Term' objects is not writable (line 20)",
      ].join("\n"),
    );
  });

  test("refuse wrong arguments as functions of Python do", () => {
    expect(printed("import algebra\nalgebra.register()")).toBe(
      "TypeError: register() missing 1 required positional argument: 'name' (line 2)",
    );
    expect(printed('import algebra\nalgebra.register("a", levels=3)')).toBe(
      "TypeError: register() got an unexpected keyword argument 'levels' (line 2)",
    );
  });
});

describe("decorators and managers of the host", () => {
  test("register functions and classes", () => {
    const { machine, table } = machineWith();
    const text = `
import algebra
@algebra.register("f")
def f(x, y=2): return x + y
@algebra.register("C", level=3)
class C: pass
print(algebra.register("n", 5))
with algebra.Context(a=1) as c:
    {}["gone"]
print(c.options)
`;
    expect(machine.loadText("main", text).kind).toBe("value");
    const f = tableGet(machine, table.table, "f");
    expect(f).toBeInstanceOf(PyFunction);
    expect(machine.call(f ?? null, [1])).toEqual({ kind: "value", value: 3 });
    expect(tableGet(machine, table.table, "C")).toBeInstanceOf(PyClass);
    expect(machine.log.map((r) => r.message)).toEqual(["True", "{'a': 1}"]);
  });
});

describe("objects that represent something of the host", () => {
  class Handle extends PyHost {
    constructor(
      cls: PyClass,
      private readonly held: unknown,
    ) {
      super(cls);
    }

    override get key(): unknown {
      return this.held;
    }
  }

  test("are equal where they hold the same", () => {
    const options: HostClassOptions = { name: "Handle", module: "host" };
    const cls = hostClass(options);
    const body: Body = () => overItems([new Handle(cls, "a"), new Handle(cls, "a"), new Handle(cls, "b")], generatorClass);
    const machine = new Machine({
      find: (_m, name) =>
        name === "host" ? { kind: "module", module: hostModule(name, { all: hostFunction("all", "", body), text: strClass }) } : undefined,
    });
    const outcome = machine.loadText(
      "main",
      "import host\na, b, c = host.all()\nprint(a == b, a == c, a is b, {a: 1}[b], len({a, b, c}), hash(a) == hash(b), host.text(1))",
    );
    expect(outcome.kind).toBe("value");
    expect(machine.log.map((r) => r.message)).toEqual(["True False False 1 2 True 1"]);
  });
});

describe("arrays of the host", () => {
  test("are numpy's", () => {
    const weight = arrayOf("int8", [2, 2], Int8Array.from([1, -128, 3, 4]));
    const halves = arrayOf("float16", [2], Uint16Array.from([0x3c00, 0x3555]));
    const machine = new Machine();
    const loaded = machine.loadText(
      "main",
      "import numpy as np\ncheck = lambda w: w.max() > 127 or w.min() < -127\nshow = lambda w: (w.tolist(), str(w), w.dtype.name, np.sum(w))",
    );
    if (loaded.kind !== "value") throw new Error("It does not load.");
    const check = machine.call(loaded.value.names.get("check") ?? null, [weight]);
    expect(check).toMatchObject({ value: { value: 1 } });
    expect(check.kind === "value" && check.value).toBeInstanceOf(PyScalar);
    expect(weight).toBeInstanceOf(PyArray);
    const shown = machine.run(() => repr(machine, call(machine, loaded.value.names.get("show") ?? null, [halves])));
    expect(shown).toMatchObject({ value: "([1.0, 0.333251953125], '[1.     0.3333]', 'float16', 1.333)" });
  });
});

describe("modules", () => {
  test("are found by name, lazily, relative to one another, and with a star", () => {
    const files = {
      pkg: "name = __name__",
      "pkg.inner": "from . import helper\nfrom .helper import *\nfrom .helper import value as v\nhere = [__name__, __package__, v, shown]",
      "pkg.helper": "import algebra.expr as e\nvalue = e.Term('h').text\nshown = 1\n_hidden = 2",
      pkg2: "from pkg import inner\nimport pkg.helper\ndone = inner.here + [pkg.helper.value]",
    };
    const text =
      "import algebra\nfrom pkg2 import done\nprint(done, algebra.lazy)\nfrom pkg.inner import nothing\nprint('imported')\nnothing()";
    expect(printed(text, files)).toBe(
      "['pkg.inner', 'pkg', 'h', 1, 'h'] made lazy\nimported\nRuntimeError: pkg.inner.nothing is not there: call (line 6)",
    );
  });

  test("that nobody has complain when they are used, and fail where the file expects it", () => {
    expect(printed("try:\n    import sdk\nexcept ImportError as e:\n    print(e)\nimport sdk.tools as t\nt.run")).toBe(
      "No module named 'sdk'\nRuntimeError: sdk.tools is not there: run (line 6)",
    );
    expect(printed("from sdk import Base\nclass A(Base): pass")).toBe("RuntimeError: sdk.Base is not there: derive (line 2)");
    expect(printed("import importlib\nprint(importlib.import_module('algebra').lazy, __import__('algebra.expr').lazy)")).toBe(
      "made lazy made lazy",
    );
  });

  test("that can't be read raise where they are imported", () => {
    const { machine } = machineWith({ broken: "x = (1,\ny = 2" });
    const outcome = machine.load("broken");
    expect(outcome).toMatchObject({
      kind: "raised",
      type: "SyntaxError",
      message: "'(' was never closed",
      stack: [{ file: "broken.py", line: 1 }],
    });
    expect(machine.problems.get("broken.py")).toMatchObject({ line: 1, column: 5 });
    expect(machine.loadText("old", "print 'checking'")).toMatchObject({
      message: "Missing parentheses in call to 'print'. Did you mean print(...)?",
      stack: [{ line: 1 }],
    });
  });
});

describe("a host reads what a program made", () => {
  test("its globals, by name and by expression, and changes them", () => {
    const { machine } = machineWith();
    const loaded = machine.loadText("main", "limit = 4\ndef check(n): return n < limit\nclass A: x = [1, 2.5]\na = A()");
    if (loaded.kind !== "value") throw new Error("It does not load.");
    const module = loaded.value;
    const given = machine.evaluate("lambda: (limit, [check(i) for i in range(3, 6)])", module);
    expect(machine.run(() => repr(machine, given.kind === "value" ? call(machine, given.value, []) : null))).toMatchObject({
      value: "(4, [True, False, False])",
    });
    module.names.set("limit", 10);
    const check = module.names.get("check") ?? null;
    expect(machine.call(check, [7])).toMatchObject({ value: true });
    expect(machine.call(check, [null])).toMatchObject({ type: "TypeError", stack: [{ name: "check", line: 2, file: "main.py" }] });
    expect(machine.evaluate("limit +", module)).toMatchObject({ kind: "raised", type: "SyntaxError" });
    const a = module.names.get("a") ?? null;
    const outcome = machine.run(() => {
      const x = getAttribute(machine, a, "x");
      return [
        typeName(a),
        classOf(a).name,
        lengthOf(machine, x),
        floatOf(getItem(machine, x, 1)),
        collect(machine, x).length,
        findAttribute(machine, a, "none"),
        attributeOr(machine, a, "y"),
        equals(machine, 1, new PyFloat(1)),
        compare(machine, "<", 1, 2),
        attempt(machine, "TypeError", () => {
          throw typeError("no");
        }),
        repr(machine, new PyList([new PyTuple([1])])),
      ];
    });
    expect(outcome).toMatchObject({ value: ["A", "A", 2, 2.5, 2, undefined, undefined, true, true, undefined, "[(1,)]"] });
  });

  test("has every name it needs from the index", () => {
    expect(Object.keys(python).length).toBeGreaterThan(40);
  });
});
