/**
 * Random programs of the subset: typed expressions, statements, functions, classes, exceptions; each prints what it
 * finds.
 */

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0 || 1;
  }

  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) / 2 ** 32;
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("Nothing to pick from.");
    return item;
  }
}

const names = ["a", "b", "c", "d"] as const;
const ints = [
  "0",
  "1",
  "-1",
  "2",
  "3",
  "7",
  "10",
  "-5",
  "255",
  "1000000",
  "2**31",
  "2**53",
  "2**53 + 1",
  "-(2**63)",
  "10**20",
  "True",
  "False",
];
const floats = ["0.0", "-0.0", "1.0", "0.5", "-2.5", "1e16", "1e-5", "3.14159", "1e300", "float('inf')", "float('nan')", "2.675", "0.1"];
const texts = [
  "''",
  "'a'",
  "'abc'",
  "'Hello World'",
  "' x '",
  "'1'",
  "'-12'",
  "'a,b,,c'",
  "'é😀'",
  "'%s-%d'",
  "'{}{}'",
  "'A\\nb'",
  '"it\'s"',
  "'3.5'",
  "'xyzxyz'",
];
const specs = [
  "",
  "d",
  ">8",
  "<5",
  "^7",
  "08.3f",
  "+d",
  ",",
  ".2%",
  "x",
  "#b",
  "e",
  ".3",
  "s",
  "r",
  "_",
  "=+6",
  "*^9",
  "g",
  ".0f",
  "010",
  "c",
  "5.1",
];

/** Writes one program. */
export class Writer {
  private readonly r: Random;
  private depth = 0;

  constructor(random: Random) {
    this.r = random;
  }

  program(): string {
    const lines = ["a, b, c, d = 3, 'xy', [1, 2, 3], {'k': 1}"];
    const count = 2 + this.r.below(5);
    for (let i = 0; i < count; i++) lines.push(...this.statement(2));
    lines.push("print(show(a), show(b), show(c), show(d))");
    return `${prelude}${lines.join("\n")}\n`;
  }

  private expression(): string {
    this.depth++;
    try {
      if (this.depth > 4) return this.r.pick([...names, this.r.pick(ints), this.r.pick(texts)]);
      return this.compound();
    } finally {
      this.depth--;
    }
  }

  private compound(): string {
    const e = () => this.expression();
    const { r } = this;
    switch (r.below(34)) {
      case 0:
      case 1:
      case 2:
        return r.pick(names);
      case 3:
      case 4:
        return r.pick(ints);
      case 5:
        return r.pick(floats);
      case 6:
        return r.pick(texts);
      case 7:
      case 8:
      case 9:
        return `(${e()} ${r.pick(["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>", "**"])} ${r.pick([e(), "2", "3", "-1", "0.5"])})`;
      case 10:
      case 11:
        return `(${e()} ${r.pick(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])} ${e()})`;
      case 12:
        return `(${e()} < ${e()} <= ${e()})`;
      case 13:
        return `(${e()} ${r.pick(["and", "or"])} ${e()})`;
      case 14:
        return `(not ${e()})`;
      case 15:
        return `(${r.pick(["-", "+", "~"])}${e()})`;
      case 16:
        return `[${e()}, ${e()}]`;
      case 17:
        return `(${e()}, ${e()})`;
      case 18:
        return `{${r.pick(texts)}: ${e()}, ${e()}: ${e()}}`;
      case 19:
        return `${e()}[${r.pick([e(), "0", "-1", "1:", ":2", "::-1", "::2", "1:3", "-2:", "'k'"])}]`;
      case 20:
        return `(${e()} if ${e()} else ${e()})`;
      case 21:
        return `[${r.pick(["x", "x * 2", "(x, i)", "str(x)", e()])} for ${r.pick(["x", "i, x"])} in ${r.pick([e(), "c", "range(4)", "enumerate(c)", "d.items()"])}${r.pick(["", ` if ${r.pick(["x", "x != 2", e()])}`])}]`;
      case 22:
        return `{${r.pick(["x", "str(x)"])}: ${e()} for x in ${r.pick(["c", "range(3)", e()])}}`;
      case 23:
        return `${r.pick(["sum", "max", "min", "sorted", "list", "tuple", "any", "all", "len", "set"])}(${r.pick([`${e()}`, `x for x in ${e()}`])})`;
      case 24:
      case 25:
        return `${r.pick(["int", "float", "str", "repr", "bool", "abs", "len", "type(", "round", "ord", "chr", "hex", "bin", "ascii", "list", "dict", "reversed", "iter"]).replace("(", "")}(${e()})`;
      case 26:
        return `f'{${r.pick(names)}${r.pick(["", "!r", "!s", "="])}${r.pick(["", `:${r.pick(specs)}`])}}'`;
      case 27:
        return `format(${e()}, ${JSON.stringify(r.pick(specs))})`;
      case 28:
        return `(${r.pick(["'%s'", "'%d'", "'%5.2f|%r'", "'%x'", "'%-5s|'", "'%e'", "'%g'", "'%05d'", "b"])} % ${r.pick([e(), `(${e()}, ${e()})`])})`;
      case 29:
        return `${r.pick(["'{}'", "'{0}{1}'", "'{:>5}'", "'{!r}'", "'{0[0]}'", "'{:.2f}'", "b"])}.format(${e()}, ${e()})`;
      case 30:
        return this.method();
      case 31:
        return `(lambda ${r.pick(["x", "x, y=2", "*x", "x, *, y=3"])}: ${r.pick(["x", "(x, 1)", e()])})(${r.pick([e(), `${e()}, ${e()}`, "*c", ""])})`;
      case 32:
        return `${r.pick(["f", "g", "h"])}(${r.pick([e(), `${e()}, ${e()}`, `${e()}, k=${e()}`, `*${e()}`, `**${e()}`, `${e()}, *c, k=1`])})`;
      default:
        return `${r.pick(["P", "Q"])}(${r.pick([e(), `${e()}, ${e()}`])})${r.pick(["", ".x", ".y", ".twice()", ".add(1)", ".nope", "[1]", " + 1", " == P(3)", "()"])}`;
    }
  }

  private method(): string {
    const { r } = this;
    const e = () => this.expression();
    const text = r.pick([e(), r.pick(texts), "b"]);
    return r.pick([
      `${text}.${r.pick(["upper", "lower", "strip", "split", "title", "capitalize", "swapcase", "isdigit", "isalpha", "splitlines", "lstrip", "rstrip"])}()`,
      `${text}.${r.pick(["split", "find", "count", "startswith", "join", "partition", "index", "strip", "rfind", "zfill", "center", "ljust", "rsplit", "endswith", "encode"])}(${e()})`,
      `${text}.replace(${r.pick(texts)}, ${r.pick(texts)})`,
      `${r.pick(["c", e()])}.${r.pick(["index", "count", "append", "pop", "remove", "extend", "insert"])}(${r.pick([e(), "0", "1", "1, 2"])})`,
      `${r.pick(["d", e()])}.${r.pick(["get", "pop", "setdefault", "keys", "values", "items", "copy", "update"])}(${r.pick(["'k'", e(), "", "'z', 5"])})`,
      `${e()}.${r.pick(["real", "bit_length()", "is_integer()", "__class__", "__name__", "nope", "copy()", "sort()", "reverse()"])}`,
    ]);
  }

  private block(level: number): string[] {
    const lines: string[] = [];
    const count = 1 + this.r.below(2);
    for (let i = 0; i < count; i++) lines.push(...this.statement(level - 1));
    return lines.map((line) => `    ${line}`);
  }

  private statement(level: number): string[] {
    const { r } = this;
    const e = () => this.expression();
    const name = r.pick(names);
    const choice = r.below(level > 0 ? 17 : 8);
    switch (choice) {
      case 0:
      case 1:
      case 2:
        return [`print(show(${e()}))`];
      case 3:
        return [`${name} = ${e()}`];
      case 4:
        return [`${name} ${r.pick(["+=", "-=", "*=", "//=", "|=", "%="])} ${e()}`];
      case 5:
        return [
          r.pick([
            `a, b = ${e()}`,
            `a, *b = ${e()}`,
            `(a, b), c = ${e()}`,
            `c[${r.pick(["0", "1", ":", e()])}] = ${e()}`,
            `d[${e()}] = ${e()}`,
            "del c[0]",
            `del ${name}`,
          ]),
        ];
      case 6:
        return [`assert ${e()}, ${e()}`];
      case 7:
        return [
          r.pick([
            `raise ${r.pick(["ValueError", "KeyError", "TypeError", "Own"])}(${e()})`,
            `print(${e()}, ${e()}, sep=${r.pick(texts)})`,
          ]),
        ];
      case 8:
      case 9:
        return [
          `if ${e()}:`,
          ...this.block(level),
          ...r.pick([[], ["else:", ...this.block(level)], [`elif ${e()}:`, ...this.block(level)]]),
        ];
      case 10:
        return [
          `for ${r.pick([name, "i", "i, a"])} in ${r.pick([e(), "range(3)", "c", "d", "d.items()", "zip(c, b)"])}:`,
          ...this.block(level),
          ...r.pick([[], [`    if ${e()}: ${r.pick(["break", "continue"])}`]]),
          ...r.pick([[], ["else:", ...this.block(level)]]),
        ];
      case 11:
        return ["n = 0", `while n < ${r.below(4)}:`, "    n += 1", ...this.block(level)];
      case 12:
      case 13:
        return [
          "try:",
          ...this.block(level),
          `except ${r.pick(["ValueError", "(TypeError, KeyError)", "Exception", "ZeroDivisionError", "IndexError", "Own", "ArithmeticError"])} as err:`,
          r.pick(["    print(type(err).__name__, err)", "    raise", "    print(repr(err))", "    pass"]),
          ...r.pick([[], ["else:", ...this.block(level)], ["finally:", ...this.block(level)]]),
        ];
      case 14:
        return [`with M(${e()}) as ${name}:`, ...this.block(level)];
      case 15:
        return [
          `def ${r.pick(["f", "g"])}(${r.pick(["x", "x, k=1", "*x", "x, *y, k=2", "x, y=2, **z"])}):`,
          ...this.block(level).filter((l) => !/^\s*del /.test(l)),
          r.pick(["    return x", `    return ${e()}`, "    yield x", `    yield ${e()}`]),
        ];
      default:
        return [
          `match ${e()}:`,
          `    case ${r.pick(["1", "'xy'", "[x, *y]", "{'k': x}", "(x, 2)", "P(x=3)", "int()", "str() as s", "None", "-1 | 0"])}:`,
          ...this.block(level).map((l) => `    ${l}`),
          "    case _:",
          "        print('other')",
        ];
    }
  }
}

/** What programs find when they begin; `show` hides the order of sets and addresses. */
const prelude = `import re
def show(v, n=0):
    if n > 6: return "..."
    if isinstance(v, (set, frozenset)): return type(v).__name__ + "{" + ", ".join(sorted(show(x, n + 1) for x in v)) + "}"
    if type(v) is list: return "[" + ", ".join(show(x, n + 1) for x in v) + "]"
    if type(v) is tuple: return "(" + ", ".join(show(x, n + 1) for x in v) + ",)"
    if type(v) is dict: return "{" + ", ".join(show(k, n + 1) + ": " + show(x, n + 1) for k, x in v.items()) + "}"
    return type(v).__name__ + " " + re.sub(r"0x[0-9a-f]{6,}", "0x", repr(v)[:300])
class Own(ValueError):
    def __str__(self): return "own " + super().__str__()
class P:
    k = 5
    def __init__(self, x, y=0): self.x, self.y = x, y
    def __repr__(self): return f"{type(self).__name__}({self.x!r}, {self.y!r})"
    def __eq__(self, o): return self.x == o.x if isinstance(o, P) else NotImplemented
    def __hash__(self): return hash(self.x)
    def __lt__(self, o): return self.x < o.x
    def __add__(self, o): return P(self.x + o, self.y)
    def __bool__(self): return bool(self.x)
    def twice(self): return self.x * 2
    def add(self, n, *, m=1): return self.x + n * m
class Q(P):
    def __len__(self): return 2
    def __getitem__(self, i): return (self.x, self.y)[i]
    def twice(self): return super().twice() + self.k
    @property
    def z(self): return self.x
class M:
    def __init__(self, v): self.v = v
    def __enter__(self): return self.v
    def __exit__(self, t, e, tb):
        print("exit", t and t.__name__)
        return t is KeyError
def f(x): return [x, x]
def g(x, k=2): return (x, k)
def h(*x, **k): return (x, k)
`;
