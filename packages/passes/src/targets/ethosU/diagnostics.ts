/** Diagnostics of ethos-u's passes. */
import { type Call, type Expr, failure, nameOf } from "@relayscope/ir";

/** A region of ethos-u keeps the several inputs or outputs it has: why, as a clause. */
export const notJoined = (call: Expr, problem: string, node: Expr = call) =>
  failure("not-joined", `The inputs and outputs of \`${nameOf(call)}\` can't be joined into one, and TVM raises here: ${problem}.`, node);
export const callWithoutArguments = (call: Call) =>
  failure(
    "call-without-arguments",
    `\`${nameOf(call)}\` has no arguments. TVM looks at the first argument of each operator's call, and raises here.`,
    call,
    ["Put a constant or a parameter in its place."],
  );
/** Pads after pads, each shared by convolutions: the reference's copies hold copies. */
export const tooManyCopies = (node: Expr, limit: number) =>
  failure(
    "too-many-copies",
    `Shared pads follow one another, and each doubles TVM's copies: Relayscope stops at ${limit} copies of copies.`,
    node,
    ["Give each convolution a pad of its own in the model."],
  );
