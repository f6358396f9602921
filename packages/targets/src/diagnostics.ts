/** What this package says. */
import { type Expr, type Failure, failure } from "@relayscope/ir";
import { typeUnknown } from "@relayscope/passes";

/** A file asks for a type that the text does not say. */
export function typeUnknownHere(node: Expr): Failure {
  return failure(typeUnknown, "The file asks for the type of a node that is not known.", node, [
    "Give the variables of the text types, or paste it with its `/* ty=... */` comments.",
  ]);
}

/** A file asks for the elements of a constant whose data is not there. */
export function valueUnknown(): Failure {
  return failure(typeUnknown, "The file asks for the values of a constant that has none.", undefined, [
    "Paste the text with its metadata section: `mod.astext(show_meta_data=True)`.",
  ]);
}

/** A file asks what a part of TVM is that is not built here. */
export function notBuilt(name: string): Failure {
  return failure(notBuiltCode, `\`${name}\` is part of TVM, but not of Relayscope, and the file asks what it is.`);
}

const notBuiltCode = "not-built";

/** Whether a failure says that something is not known here: the program ends, and no `except` of it sees that. */
export function isUnknown({ code }: Failure): boolean {
  return code === notBuiltCode || code === typeUnknown;
}
