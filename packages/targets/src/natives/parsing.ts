/**
 * Texts of Relay, and objects as JSON, as files read them. Follows python/tvm/relay/parser.py and
 * python/tvm/ir/base.py.
 */
import type { Expr } from "@relayscope/ir";
import { findPass } from "@relayscope/passes/all";
import { classOf, hostFunction, textOf as plainText, type Runtime, repr, spend, typeError, type Value } from "@relayscope/python";
import type { parseExpression, parseModule } from "@relayscope/text";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { MissingObject } from "../load/standIns.ts";
import { entriesIn } from "../objects/containers.ts";
import { converted } from "../objects/converted.ts";
import { diagnosticError, internalError } from "../objects/errors.ts";
import { wrapExpr } from "../objects/exprHolder.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";
import { valuesOf } from "../objects/sequences.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TvmObject } from "../objects/tvmObject.ts";
import { currentContext } from "../passes/contexts.ts";
import { runForGood } from "../passes/runPass.ts";

/** What reads texts. */
interface Reader {
  readonly parseModule: typeof parseModule;
  readonly parseExpression: typeof parseExpression;
}

let reader: Reader | undefined;

/** Gives programs what reads texts. An import of it would make the first picture's script larger. */
export function readTextsWith(given: Reader): void {
  reader = given;
}

function present(): Reader {
  if (!reader) throw new NotBuilt("tvm.relay.parse");
  return reader;
}

/** Texts that a person writes have gaps that are filled here; the reference takes only whole ones. */
function read<T extends { readonly diagnostics: readonly { readonly severity: string }[] }>(result: T): T {
  if (result.diagnostics.some(({ severity }) => severity !== "info")) throw diagnosticError();
  return result;
}

function textOf(m: Runtime, source: Value): string {
  if (typeof source !== "string") throw typeError("a text is expected");
  spend(m, source.length);
  return source;
}

/**
 * What a table of a program gives a text for `meta[type][index]`: one expression for all that name it. A number that
 * the table lacks is a hole, which type inference then meets.
 */
function referencesIn(m: Runtime, table: Value): (type: string, index: number) => Expr {
  const lists = new Map<string, readonly Value[]>();
  for (const [type, list] of entriesIn(table)) {
    const values = valuesOf(list).map((value) => converted(value));
    const foreign = values.find((value) => !(value instanceof TvmObject));
    if (foreign !== undefined) throw typeError(`Don't know how to handle type ${repr(m, classOf(foreign))}`);
    lists.set(plainText(type) ?? "", values);
  }
  return (type, index) => {
    const value = lists.get(type)?.[index];
    if (value === undefined) throw internalError(hole);
    return exprOf(m, value);
  };
}

const hole =
  "Check failed: (n.defined()) is false: Found null pointer node while traversing AST. " +
  "The previous pass may have generated invalid data.";

/** Where `initModule` is given, the text is put into it; what is returned is another module, with types. */
function parsed(m: Runtime, source: Value, initModule: Value, initTable: Value): Value {
  const text = textOf(m, source);
  if (!/^\s*#\[version/.test(text)) throw diagnosticError();
  const into = initModule === null ? undefined : moduleOfValue(initModule);
  const known = into?.module;
  if (known && known.types.size > 0) throw new NotBuilt("relay.parse(..., init_module) with types");
  const references = initTable === null ? undefined : referencesIn(m, initTable);
  const given = present().parseModule(text, { operators: stateOf(m).operators, references });
  // The text may call functions of the module; type inference finds those that neither has.
  const result = read(known ? { ...given, diagnostics: given.diagnostics.filter(({ code }) => code !== "undefined-global") } : given);
  const module = known
    ? { ...known, types: result.module.types, functions: new Map([...known.functions, ...result.module.functions]) }
    : result.module;
  if (into) into.cell.module = module;
  const pass = findPass("InferType");
  const inferring = pass && ({ pass: { kind: "built-in", pass, options: {} }, context: currentContext(m), skipped: "" } as const);
  return new ModuleObject(inferring ? runForGood(m, inferring, module) : module);
}

/** The JSON of an object. What it says is not here; an object like the one that it was made of can be read from it. */
class SavedObject extends MissingObject {
  constructor(readonly saved: TvmObject) {
    super("tvm.ir.save_json(...)");
  }
}

function loaded(m: Runtime, json: Value): Value {
  if (json instanceof SavedObject) return json.saved.copied();
  const text = textOf(m, json);
  if (!text.includes('"IRModule"')) throw new NotBuilt("tvm.ir.load_json(...)");
  return new ModuleObject(read(present().parseModule(text, { operators: stateOf(m).operators })).module);
}

export const jsonMembers: Readonly<Record<string, Value>> = {
  save_json: hostFunction("save_json", "node", (_m, node = null) => {
    const object = converted(node);
    if (object instanceof TvmObject) return new SavedObject(object);
    throw new NotBuilt("tvm.ir.save_json(...)");
  }),
  load_json: hostFunction("load_json", "json_str", (m, json = null) => loaded(m, json)),
};

export const parsingMembers: Readonly<Record<string, Value>> = {
  parse: hostFunction(
    "parse",
    "source, source_name='from_string', init_module=None, init_meta_table=None",
    (m, source = null, _name, initModule = null, initTable = null) => parsed(m, source, initModule, initTable),
  ),
  parse_expr: hostFunction("parse_expr", "source", (m, source = null) => {
    const references = () => {
      throw diagnosticError();
    };
    return wrapExpr(read(present().parseExpression(textOf(m, source), { operators: stateOf(m).operators, references })).expression);
  }),
  fromtext: hostFunction("fromtext", "source, source_name='from_string'", (m, source = null) => parsed(m, source, null, null)),
};
