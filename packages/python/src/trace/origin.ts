/**
 * Where a value of a traced call was read from: names are followed to what they were assigned, parameters to the
 * arguments of the call, and calls of the file's functions to what they returned.
 */
import { PyFunction, PyMethod } from "../model/functions.ts";
import type { Value } from "../model/value.ts";
import { PyPartial } from "../modules/evaluator.ts";
import type { Call, Comprehension, Expression, ParameterList } from "../syntax/ast.ts";
import { type Binding, bindersOf, type Loop } from "./binders.ts";
import type { CallRecord } from "./records.ts";

export interface Origin {
  /**
   * How the value came about: a `literal`; a `name` that the trace does not see assigned (a global, a closure's); what
   * the host `given` the traced call; an `attribute`, an `item` or `each` item of another value; a `call` of something
   * that is not of the file; a `compare`, a `not`, a `junction` by `and` or `or`; a `list`; or else `made` of parts.
   */
  readonly kind: "literal" | "name" | "given" | "attribute" | "item" | "each" | "call" | "compare" | "not" | "junction" | "list" | "made";
  /** An attribute's, a variable's or a called function's name; the operator. */
  readonly name: string;
  /** What it is an attribute or item of; the object whose method is called. */
  readonly of: Origin | undefined;
  /** The arguments of a call, the sides of a comparison, the index of an item. */
  readonly parts: readonly Origin[];
  readonly value: Value;
  /** As it is written where it is used. */
  readonly source: string;
  /** Of a list that the file makes: the origin of an item, by its place or by its value. */
  readonly itemAt?: (place: number | undefined, value: Value) => Origin | undefined;
}

/** Most origins for one reason: a value may be made of many. */
const most = 400;
/** How deep they nest. */
const deepest = 80;

export class Origins {
  private left = most;
  private depth = 0;
  /** The comprehension of which an item is followed, and the item's place in its list. */
  private comprehension: { readonly node: Comprehension; readonly place: number } | undefined = undefined;

  /** The origin of an expression's value, from its evaluation before an event. */
  of(record: CallRecord, e: Expression, before: number): Origin {
    const at = record.lastEvent(e, before);
    const value = record.events[at]?.value ?? literalOf(e);
    const source = record.text.slice(e.start, e.end);
    const plain: Origin = { kind: "name", name: "", of: undefined, parts: [], value, source };
    if (this.left-- <= 0 || this.depth >= deepest) return plain;
    this.depth++;
    const found = this.made(record, e, at < 0 ? before : at, plain);
    this.depth--;
    // A variable or a function with a constant has it for a reason.
    if ((e.kind === "Name" || e.kind === "Call") && isWrittenOut(found)) return { ...plain, name: found.name };
    return { ...found, source };
  }

  private made(record: CallRecord, e: Expression, at: number, plain: Origin): Origin {
    const all = (parts: readonly Expression[]) => parts.map((part) => this.of(record, part, at));
    switch (e.kind) {
      case "Constant":
      case "Float":
      case "Bytes":
        return { ...plain, kind: "literal" };
      case "Name":
        return this.name(record, e, at, plain);
      case "Attribute":
        return { ...plain, kind: "attribute", name: e.name, of: this.of(record, e.value, at) };
      case "Subscript": {
        const of = this.of(record, e.value, at);
        const index = this.of(record, e.index, at);
        const known = typeof index.value === "number" ? of.itemAt?.(index.value, plain.value) : undefined;
        return known ?? { ...plain, kind: "item", of, parts: [index] };
      }
      case "Call":
        return this.call(record, e, at, plain);
      case "Compare": {
        const start = record.events[at]?.start ?? 0;
        const sides = [e.left, ...e.others].filter((side) => record.lastEvent(side, at) >= start);
        return { ...plain, kind: "compare", name: e.operators.slice(0, sides.length - 1).join(" "), parts: all(sides) };
      }
      case "Unary":
        if (e.operator === "not") return { ...plain, kind: "not", parts: all([e.operand]) };
        return {
          ...plain,
          kind: e.operand.kind === "Constant" || e.operand.kind === "Float" ? "literal" : "made",
          parts: all([e.operand]),
        };
      case "Bool": {
        const start = record.events[at]?.start ?? 0;
        const evaluated = e.values.filter((v) => record.lastEvent(v, at) >= start);
        return { ...plain, kind: "junction", name: e.operator, parts: all(evaluated) };
      }
      case "If": {
        const start = record.events[at]?.start ?? 0;
        return this.of(record, record.lastEvent(e.body, at) >= start ? e.body : e.otherwise, at);
      }
      case "Walrus":
        return this.of(record, e.value, at);
      case "List":
      case "Tuple":
      case "Set":
        return listOf(all(e.items), plain);
      case "ListComp":
      case "SetComp":
      case "Generator": {
        const [loop] = e.loops;
        const itemAt = (place: number | undefined, value: Value) => this.comprehended(record, e, at, place, value);
        return { ...plain, kind: "call", name: "list", parts: loop ? all([loop.iterable]) : [], itemAt };
      }
      case "Binary":
        return { ...plain, kind: "made", name: e.operator, parts: all([e.left, e.right]) };
      case "Starred":
        return this.of(record, e.value, at);
      default:
        return { ...plain, kind: "made" };
    }
  }

  /** The origin of an item that a comprehension made. */
  private comprehended(record: CallRecord, e: Comprehension, at: number, place: number | undefined, value: Value): Origin | undefined {
    const start = record.events[at]?.start ?? 0;
    const inner = record.inner.findLast((i) => i.record.definition === e && i.start >= start);
    const [own, places] = inner
      ? [inner.record, inner.record.placesOf(e.item)]
      : [record, record.placesOf(e.item).filter((p) => p >= start && p <= at)];
    const found = place === undefined ? places.find((p) => own.events[p]?.value === value) : places.at(place);
    if (found === undefined) return undefined;
    const isWhole = e.loops.length === 1 && e.loops[0]?.conditions.length === 0;
    const outer = this.comprehension;
    this.comprehension = isWhole && place !== undefined ? { node: e, place } : outer;
    const item = this.of(own, e.item, found);
    this.comprehension = outer;
    return item;
  }

  // ---- names

  private name(record: CallRecord, e: Extract<Expression, { kind: "Name" }>, at: number, plain: Origin): Origin {
    const { name } = e;
    const here = { ...plain, name };
    let place = at;
    let use: { readonly start: number; readonly end: number } = e;
    for (let r: CallRecord | undefined = record; r; ) {
      const found = this.bound(r, name, use, place, here) ?? this.parameter(r, name, here);
      if (found) return found;
      // A name of a function around it: that has a record if it is being called.
      const inner: CallRecord = r;
      let outer = inner.outer;
      while (outer && !encloses(outer.record, inner)) outer = outer.record.outer;
      if (!outer) return here;
      [r, place, use] = [outer.record, outer.start, inner.definition];
    }
    return here;
  }

  /** By a loop around the use, or by the last assignment before it. */
  private bound(record: CallRecord, name: string, use: { start: number; end: number }, at: number, plain: Origin): Origin | undefined {
    const { loops, bindings } = bindersOf(record.definition);
    const around = (loops.get(name) ?? []).filter((loop) => isInside(loop, use));
    const loop = around.at(-1);
    let last = -1;
    let binding: Binding | undefined;
    for (const own of bindings.get(name) ?? []) {
      const place = record.lastEvent(own.node, at - 1);
      if (place > last) [last, binding] = [place, own];
    }
    if (loop && !(binding && contains(loop.node, binding.node))) return this.item(record, loop, name, at, plain);
    if (binding) {
      const path = pathTo(binding.target, name) ?? [];
      if (binding.node.kind === "Augmented") return { ...plain, kind: "made", parts: [this.of(record, binding.value, last)] };
      return this.unpacked(record, binding.value, path, last, plain);
    }
    const ended = (loops.get(name) ?? []).findLast((own) => record.lastEvent(own.node, at) >= 0);
    return ended && this.item(record, ended, name, at, plain);
  }

  /** The item of an assigned value that a name got of it. */
  private unpacked(record: CallRecord, value: Expression, path: readonly number[], at: number, plain: Origin): Origin {
    const [first, ...rest] = path;
    if (first === undefined) return this.of(record, value, at);
    const part = (value.kind === "Tuple" || value.kind === "List") && !value.items.some(isStarred) ? value.items[first] : undefined;
    if (part) return this.unpacked(record, part, rest, at, plain);
    return itemsOf(this.of(record, value, at), path, plain);
  }

  /** The value of a loop's variable. */
  private item(record: CallRecord, { node, target, iterable }: Loop, name: string, at: number, plain: Origin): Origin {
    const path = pathTo(target, name) ?? [];
    // The first iterable of a generator is evaluated by the function around it.
    const [r, before] = record.lastEvent(iterable, at) < 0 && record.outer ? [record.outer.record, record.outer.start] : [record, at];
    const list = this.of(r, iterable, before);
    const [first, ...rest] = path;
    const isNext = first !== undefined && list.kind === "call" && argumentOfZip(list, first) !== undefined;
    const place = this.comprehension?.node === node ? this.comprehension.place : isNext ? placeNow(record, node, at) : undefined;
    const each = (of: Origin, rest: readonly number[]): Origin => {
      if (place !== undefined) return itemsOf(of, [place, ...rest], plain);
      return itemsOf({ ...plain, kind: "each", of, value: rest.length > 0 ? null : plain.value }, rest, plain);
    };
    const known = first === undefined ? list.itemAt?.(undefined, plain.value) : undefined;
    if (known) return known;
    const argument = list.kind === "call" && first !== undefined ? argumentOfZip(list, first) : undefined;
    return argument ? each(argument, rest) : each(list, path);
  }

  private parameter(record: CallRecord, name: string, plain: Origin): Origin | undefined {
    const { definition, outer } = record;
    if (!("parameters" in definition)) return undefined;
    const { parameters } = definition;
    const names = [...parameters.positionalOnly, ...parameters.positional].map((p) => p.name);
    const place = names.indexOf(name);
    if (place < 0 && !isNamed(parameters, name)) return undefined;
    if (!outer) return { ...plain, kind: "given" };
    const { node, record: caller, start } = outer;
    if (node?.kind !== "Call") return plain;
    if (!isFunctionOf(record, caller.valueBefore(node.callee, start))) {
      // A function that `map` and the like call for each item.
      const list = node.args.at(-1);
      return list && node.args.length > 1 ? { ...plain, kind: "each", of: this.of(caller, list, start) } : plain;
    }
    const isIt = (argument: Expression | undefined): argument is Expression =>
      argument !== undefined && argument.kind !== "Starred" && isSameValue(caller.valueBefore(argument, start), plain.value);
    // A method's first parameter is not among the arguments.
    const candidates = [node.keywords.find((k) => k.name === name)?.value, node.args[place], node.args[place - 1]];
    const argument = candidates.find(isIt) ?? [...node.args, ...node.keywords.map((k) => k.value)].find(isIt);
    if (argument) return this.of(caller, argument, start);
    for (const starred of node.args) {
      if (starred.kind !== "Starred") continue;
      const list = this.of(caller, starred.value, start);
      const part = list.parts.find((p) => isSameValue(p.value, plain.value));
      return part ?? { ...plain, kind: "each", of: list };
    }
    return plain;
  }

  // ---- calls

  private call(record: CallRecord, e: Call, at: number, plain: Origin): Origin {
    const event = record.events[at];
    const inner = event && record.inner.findLast((i) => i.node === e && i.start >= event.start && i.start <= at);
    const { callee } = e;
    const isDirect = inner && isFunctionOf(inner.record, record.valueBefore(callee, at));
    const followed = isDirect && this.returned(inner.record);
    if (followed) return followed;
    const parts = [...e.args, ...e.keywords.map((k) => k.value)].map((part) => this.of(record, part, at));
    if (callee.kind === "Attribute") return { ...plain, kind: "call", name: callee.name, of: this.of(record, callee.value, at), parts };
    const name = callee.kind === "Name" ? callee.name : "";
    const [of, attribute] = parts;
    if ((name === "list" || name === "tuple") && of?.itemAt) return { ...plain, kind: "call", name, parts, itemAt: of.itemAt };
    if (name === "getattr" && of && typeof attribute?.value === "string") return { ...plain, kind: "attribute", name: attribute.value, of };
    return { ...plain, kind: "call", name, parts };
  }

  /** What a function of the file returned. */
  private returned(record: CallRecord): Origin | undefined {
    const { definition, events } = record;
    if (definition.kind === "Lambda") return this.of(record, definition.body, events.length);
    if (definition.kind !== "Function") return undefined;
    const at = events.findLastIndex(({ node }) => node.kind === "Return");
    const node = events[at]?.node;
    return node?.kind === "Return" && node.value ? this.of(record, node.value, at) : undefined;
  }
}

/** Whether a value is written out, as `1 / 256` is. */
export function isWrittenOut({ kind, parts }: Origin): boolean {
  return kind === "literal" || ((kind === "made" || kind === "list") && parts.length > 0 && parts.every(isWrittenOut));
}

function listOf(parts: readonly Origin[], plain: Origin): Origin {
  const itemAt = (place: number | undefined, value: Value) =>
    place === undefined ? parts.find((part) => isSameValue(part.value, value)) : parts.at(place);
  return { ...plain, kind: "list", parts, itemAt };
}

/** Whether a callee is the function of a call. */
function isFunctionOf({ file, name, definition }: CallRecord, callee: Value | undefined): boolean {
  let at: Value = callee ?? null;
  while (at instanceof PyMethod || at instanceof PyPartial) at = at.callee;
  return at instanceof PyFunction && at.code.file === file && at.code.name === name && at.code.line === definition.line;
}

/** Whether a call is of the files, not of the library's own Python. */
export function isOwn({ file }: CallRecord): boolean {
  return !file.startsWith("<");
}

function literalOf(e: Expression): Value {
  return e.kind === "Constant" ? e.value : null;
}

function isStarred(e: Expression): boolean {
  return e.kind === "Starred";
}

function contains(outer: { start: number; end: number }, inner: { start: number; end: number }): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

/** Whether a function is written inside another one that is being called. */
function encloses(outer: CallRecord, inner: CallRecord): boolean {
  return outer.text === inner.text && outer.definition !== inner.definition && contains(outer.definition, inner.definition);
}

/** Whether a loop's variable is what a name means there. */
function isInside({ node, iterable }: Loop, use: { start: number; end: number }): boolean {
  if (node.kind === "For") return node.body.some((s) => contains(s, use));
  return contains(node, use) && !(node.loops[0]?.iterable === iterable && contains(iterable, use));
}

/** The items that lead to a name within a target: none for the name alone. */
function pathTo(target: Expression, name: string): readonly number[] | undefined {
  if (target.kind === "Name") return target.name === name ? [] : undefined;
  if (target.kind !== "Tuple" && target.kind !== "List") return undefined;
  for (const [at, item] of target.items.entries()) {
    if (isStarred(item)) return undefined;
    const inside = pathTo(item, name);
    if (inside) return [at, ...inside];
  }
  return undefined;
}

function itemsOf(of: Origin, path: readonly number[], plain: Origin): Origin {
  return path.reduce((list, index, at): Origin => {
    const value = at === path.length - 1 ? plain.value : null;
    const known = list.itemAt?.(index, value);
    if (known) return known;
    const place: Origin = { ...plain, kind: "literal", value: index, of: undefined, parts: [], source: String(index) };
    return { ...plain, kind: "item", of: list, parts: [place], value };
  }, of);
}

/** How many items a comprehension has made before an event; undefined where it may leave some out. */
function placeNow(record: CallRecord, node: Loop["node"], at: number): number | undefined {
  if (node.kind === "For" || node.loops.length > 1 || node.loops.some(({ conditions }) => conditions.length > 0)) return undefined;
  const around = record.events.find((event, end) => event.node === node && event.start <= at && end >= at);
  return record.placesOf(node.item).filter((place) => place < at && place >= (around?.start ?? 0)).length;
}

/** The list whose items a variable gets of `enumerate` or `zip`. */
function argumentOfZip({ name, parts }: Origin, place: number): Origin | undefined {
  if (name === "enumerate" && place === 1) return parts[0];
  return name === "zip" ? parts[place] : undefined;
}

function isNamed({ keywordOnly, rest, keywords }: ParameterList, name: string): boolean {
  return keywordOnly.some((p) => p.name === name) || rest?.name === name || keywords?.name === name;
}

function isSameValue(a: Value | undefined, b: Value): boolean {
  return a !== undefined && a === b;
}
