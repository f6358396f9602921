/**
 * Random programs for type inference, as texts: closures, recursion, lists, tuples, references, branches and
 * polymorphic functions, with annotations here and there, of known and unknown dimensions. Most are well typed; what
 * the reference's parser cannot read is left out.
 */
import type { Random } from "../random.ts";

/** A wanted type. Tensors have two axes; their dimensions are drawn where they are written. */
type Wanted =
  | { readonly kind: "tensor" | "float" | "int" }
  | { readonly kind: "pair" | "function"; readonly first: Wanted; readonly second: Wanted }
  | { readonly kind: "list"; readonly item: Wanted };

/** A text that represents a value of a type. */
interface Value {
  readonly text: string;
  readonly type: Wanted;
}

const tensor: Wanted = { kind: "tensor" };
const float: Wanted = { kind: "float" };

const zeros = (rows: number) => `zeros(shape=[${rows}, 3], dtype="float32")`;

/** The text of a random module with a list type and an identity. */
export function typedProgram(r: Random): string {
  return new Program(r).text();
}

class Program {
  private names = 0;
  private readonly dimensions: readonly string[];
  private readonly globals: { readonly name: string; readonly from: Wanted; readonly to: Wanted }[] = [];

  constructor(private readonly r: Random) {
    this.dimensions = r.chance(0.6) ? ["(2, 3)", "(2, 3)", "(?, 3)", "(2, ?)", "(?, ?)"] : ["(2, 3)"];
  }

  text(): string {
    const { r } = this;
    const parts = ["type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}", "def @id[A](%x: A) -> A {\n%x\n}"];
    for (let i = r.int(0, 2); i > 0; i--) {
      const from = this.type(1);
      const to = this.type(1);
      const name = `@g${this.globals.length}`;
      this.globals.push({ name, from, to });
      const result = r.chance(0.9) ? ` -> ${this.typeText(to)}` : "";
      parts.push(`def ${name}(%x: ${this.typeText(from)}, %c: bool)${result} {\n${this.block([{ text: "%x", type: from }], to, 2)}\n}`);
    }
    const inputs: Value[] = [
      { text: "%a", type: tensor },
      { text: "%b", type: tensor },
      { text: "%d", type: this.type(1) },
    ];
    const params = inputs.map((v) => `${v.text}: ${this.typeText(v.type)}`).join(", ");
    const wanted = this.type(2);
    const result = r.chance(0.2) ? ` -> ${this.typeText(wanted)}` : "";
    parts.push(`def @main(${params}, %c: bool)${result} {\n${this.block([...inputs, ...inputs], wanted, 5)}\n}`);
    return `${parts.join("\n\n")}\n`;
  }

  private fresh(letter: string): string {
    return `%${letter}${this.names++}`;
  }

  private type(depth: number): Wanted {
    const { r } = this;
    if (depth === 0 || r.chance(0.6)) return r.pick<Wanted>([tensor, tensor, tensor, float, { kind: "int" }]);
    if (r.chance(0.4)) return { kind: "pair", first: this.type(depth - 1), second: this.type(depth - 1) };
    if (r.chance(0.45)) return { kind: "list", item: this.type(depth - 1) };
    return { kind: "function", first: this.type(depth - 1), second: this.type(depth - 1) };
  }

  private typeText(type: Wanted): string {
    switch (type.kind) {
      case "tensor":
        return `Tensor[${this.r.pick(this.dimensions)}, float32]`;
      case "float":
        return "float32";
      case "int":
        return "int32";
      case "pair":
        return `(${this.typeText(type.first)}, ${this.typeText(type.second)})`;
      case "list":
        return `List[${this.typeText(type.item)}]`;
      case "function":
        return `fn (${this.typeText(type.first)}) -> ${this.typeText(type.second)}`;
    }
  }

  private annotation(type: Wanted, probability: number): string {
    return this.r.chance(probability) ? `: ${this.typeText(type)}` : "";
  }

  /** What is in braces; only there the reference reads `match`. */
  private block(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    if (depth <= 1 || !r.chance(0.12)) return this.expression(scope, wanted, depth);
    const item = this.type(1);
    const name = this.fresh("m");
    const bound: Value = { text: name, type: item };
    const clauses = [`Cons(${name}, _) => {\n${this.block([...scope, bound, bound], wanted, depth - 1)}\n},`];
    if (r.chance(0.9)) clauses.push(`Nil => {\n${this.block(scope, wanted, depth - 1)}\n},`);
    const data = this.plain(scope, { kind: "list", item }, depth - 1);
    return `match${r.chance(0.3) ? "?" : ""} (${data}) {\n${clauses.join("\n")}\n}`;
  }

  private expression(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const inner = (type: Wanted) => this.expression(scope, type, depth - 1);
    if (depth <= 0) return this.leaf(scope, wanted);
    switch (r.int(0, 10)) {
      case 0:
      case 1:
        return wanted.kind === "tensor" || wanted.kind === "float" ? this.operator(scope, wanted, depth) : this.leaf(scope, wanted);
      case 2:
        return wanted.kind === "pair" ? `(${inner(wanted.first)}, ${inner(wanted.second)})` : this.leaf(scope, wanted);
      case 3:
        return this.item(scope, wanted, depth);
      case 4:
        return `if (%c) {\n${this.block(scope, wanted, depth - 1)}\n} else {\n${this.block(scope, wanted, depth - 1)}\n}`;
      case 5:
        return this.boundFunction(scope, wanted, depth);
      case 6:
      case 7: {
        const type = this.type(2);
        const name = this.fresh("v");
        const value = this.plain(scope, type, depth - 1);
        const bound: Value = { text: name, type };
        return `let ${name}${this.annotation(type, 0.3)} = ${value};\n${this.expression([...scope, bound, bound, bound], wanted, depth - 1)}`;
      }
      case 8:
        return `ref_read(ref(${inner(wanted)}))`;
      case 9: {
        const type = this.type(1);
        const name = this.fresh("q");
        const bound: Value = { text: name, type };
        const body = this.expression([...scope, bound, bound], wanted, depth - 1);
        return `(fn (${name}${this.annotation(type, 0.4)}) {\n${body}\n})(${inner(type)})`;
      }
      default:
        return this.globalCall(scope, wanted, depth);
    }
  }

  private operator(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const inner = (type: Wanted = wanted) => this.expression(scope, type, depth - 1);
    const kind = r.int(0, wanted.kind === "tensor" ? 5 : 2);
    if (kind === 0) return `${r.pick(["add", "maximum"])}(${inner()}, ${inner()})`;
    if (kind === 1) return `${r.pick(["nn.relu", "exp"])}(${inner()})`;
    if (kind === 2) return `zeros_like(${inner()})`;
    if (kind === 3) return `transpose(transpose(${inner()}, axes=[1, 0]), axes=[1, 0])`;
    if (kind === 4) return `nn.dense(${inner()}, ${zeros(3)}, units=3)`;
    return `maximum(${inner()}, ${inner(float)})`;
  }

  private item(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const other = this.type(1);
    const isFirst = this.r.chance(0.5);
    const name = this.fresh("z");
    const pair: Wanted = isFirst ? { kind: "pair", first: wanted, second: other } : { kind: "pair", first: other, second: wanted };
    return `let ${name} = ${this.plain(scope, pair, depth - 1)};\n${name}.${isFirst ? 0 : 1}`;
  }

  private boundFunction(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const from = this.type(1);
    const name = this.fresh("f");
    const parameter = this.fresh("p");
    const within = [...scope, { text: parameter, type: from }];
    const body = r.chance(0.3)
      ? `if (%c) {\n${this.block(within, wanted, depth - 2)}\n} else {\n${name}(${this.leaf(within, from)})\n}`
      : this.block(within, wanted, depth - 2);
    const result = r.chance(0.25) ? ` -> ${this.typeText(wanted)}` : "";
    const after: Value[] = [
      { text: `${name}(${this.leaf(scope, from)})`, type: wanted },
      { text: name, type: { kind: "function", first: from, second: wanted } },
    ];
    const rest = this.expression([...scope, ...after], wanted, depth - 1);
    return `let ${name} = fn (${parameter}${this.annotation(from, 0.5)})${result} {\n${body}\n};\n${rest}`;
  }

  private globalCall(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const fitting = this.globals.filter((g) => JSON.stringify(g.to) === JSON.stringify(wanted));
    if (fitting.length > 0 && this.r.chance(0.7)) {
      const { name, from } = this.r.pick(fitting);
      return `${name}(${this.expression(scope, from, depth - 1)}, %c)`;
    }
    return `@id(${this.expression(scope, wanted, depth - 1)})`;
  }

  /** An expression that does not start with `let`, which the reference reads in few places. */
  private plain(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const text = this.expression(scope, wanted, depth);
    return text.startsWith("let") ? this.leaf(scope, wanted) : text;
  }

  private leaf(scope: readonly Value[], wanted: Wanted): string {
    const { r } = this;
    const key = JSON.stringify(wanted);
    const known = scope.filter((v) => JSON.stringify(v.type) === key);
    if (known.length > 0 && r.chance(0.95)) return r.pick(known).text;
    switch (wanted.kind) {
      case "tensor":
        return zeros(2);
      case "float":
        return "1f";
      case "int":
        return "2";
      case "pair":
        return `(${this.leaf(scope, wanted.first)}, ${this.leaf(scope, wanted.second)})`;
      case "list":
        return r.chance(0.5) ? "Nil" : `Cons(${this.leaf(scope, wanted.item)}, Nil)`;
      case "function": {
        const name = this.fresh("q");
        const body = this.leaf([...scope, { text: name, type: wanted.first }], wanted.second);
        return `fn (${name}${this.annotation(wanted.first, 0.6)}) {\n${body}\n}`;
      }
    }
  }
}
