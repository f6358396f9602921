/**
 * Texts of Relay, and objects as JSON, as files read them. Follows python/tvm/relay/parser.py and
 * python/tvm/ir/base.py.
 */
import { findPass } from "@relayscope/passes/all";
import { hostFunction, type Runtime, spend, typeError, type Value } from "@relayscope/python";
import type { parseExpression, parseModule } from "@relayscope/text";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { MissingObject } from "../load/standIns.ts";
import { converted } from "../objects/converted.ts";
import { diagnosticError } from "../objects/errors.ts";
import { wrapExpr } from "../objects/exprHolder.ts";
import { ModuleObject } from "../objects/moduleObjects.ts";
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

function parsed(m: Runtime, source: Value, initModule: Value, initTable: Value): Value {
  if (initModule !== null || initTable !== null) throw new NotBuilt("relay.parse(..., init_module, init_meta_table)");
  const text = textOf(m, source);
  if (!/^\s*#\[version/.test(text)) throw diagnosticError();
  const { module } = read(present().parseModule(text, { operators: stateOf(m).operators }));
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
    return wrapExpr(read(present().parseExpression(textOf(m, source), { operators: stateOf(m).operators })).expression);
  }),
  fromtext: hostFunction("fromtext", "source, source_name='from_string'", (m, source = null) => parsed(m, source, null, null)),
};
