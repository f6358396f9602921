/**
 * Answers a record of kind `own-target`: a module under a user's own target file. The fields are those of the oracle's
 * own_target.py.
 */
import {
  constant,
  type Expr,
  elementCount,
  emptyArray,
  type Module,
  mapFunctions,
  rewriteFunction,
  setElement,
  type TensorType,
} from "@relayscope/ir";
import { referenceTargets } from "@relayscope/run";
import { answerOwnTarget } from "@relayscope/targets";
import { printed, readModule } from "./replayTexts.ts";

export interface OwnTargetRecord {
  readonly kind: "own-target";
  readonly id: string;
  readonly text: string;
  readonly metadata?: string;
  /** Sources by name. A name may be a path, which relative imports are resolved against. */
  readonly files: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly table?: readonly string[];
  readonly given?: Readonly<Record<string, string>>;
  readonly flow?: boolean;
}

/** Whether a record is of this kind. */
export function isOwnTarget(record: unknown): record is OwnTargetRecord {
  if (typeof record !== "object" || record === null || !("kind" in record) || record.kind !== "own-target") return false;
  return (
    "text" in record && typeof record.text === "string" && "files" in record && typeof record.files === "object" && record.files !== null
  );
}

/** The answer, without the record's id. */
export function replayOwnTarget(record: OwnTargetRecord): object {
  const module = readModule(record.text, record.metadata, { isTyped: false });
  const files = new Map(Object.entries(record.files));
  const [path = ""] = files.keys();
  const { name, table, given } = record;
  const choices = { name, table, given, referenceTargets };
  const answer = answerOwnTarget(files, path, choices, record.metadata ? module : withData(module), record.flow === true);
  if ("error" in answer) return answer;
  const text = (result: Module | { readonly error: unknown }) => ("error" in result ? result : printed(result).text);
  const { after, flow, ...rest } = answer;
  return {
    ...rest,
    after: Object.fromEntries(Object.entries(after).map(([step, result]) => [step, text(result)])),
    ...(flow ? { flow: text(flow) } : {}),
  };
}

/**
 * A module whose constants have data. If the text came without data, the record's answers do not depend on it, but
 * checks may read it.
 */
function withData(module: Module): Module {
  let next = 1;
  const random = () => {
    next = (next * 48271) % 2147483647;
    return next / 2147483647;
  };
  const post = (original: Expr, rebuilt: Expr): Expr => {
    if (rebuilt.kind !== "Constant") return rebuilt === original ? rebuilt : { ...rebuilt, checkedType: original.checkedType };
    if (rebuilt.data) return rebuilt;
    const type = rebuilt.tensorType ?? rebuilt.checkedType;
    return type?.kind === "TensorType" ? filled(rebuilt, type, random) : rebuilt;
  };
  return mapFunctions(module, (f) => {
    const made = rewriteFunction(f, { post });
    return made === f ? f : { ...made, checkedType: f.checkedType };
  });
}

function filled(node: Expr, type: TensorType, random: () => number): Expr {
  const shape = type.shape.map((dim) => (typeof dim === "number" ? dim : 1));
  const values = emptyArray(type.dtype, elementCount(shape));
  if (!values) return node;
  const data = { dtype: type.dtype, shape, values };
  const draw =
    type.dtype === "bool"
      ? () => Math.floor(random() * 2)
      : /int/.test(type.dtype)
        ? () => Math.floor(random() * 16) - 8
        : () => random() * 2 - 1;
  const some = Array.from({ length: Math.min(values.length, 4096) }, draw);
  for (let i = 0; i < values.length; i++) setElement(data, i, some[i % some.length] ?? 0);
  return constant(data, type, { checkedType: node.checkedType, span: node.span });
}
