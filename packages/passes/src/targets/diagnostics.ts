/** Diagnostics that the passes of several targets share. */
import { type Failure, type Func, failure } from "@relayscope/ir";

export function noCompiler(name: string, f: Func): Failure {
  const attributes = [...f.attrs.keys()].map((key) => `\`${key}\``).join(", ");
  return failure(
    "function-without-compiler",
    `\`@${name}\` has the attributes ${attributes} and no \`Compiler\`; TVM asks every function with attributes for it, and raises here. Without these attributes, the pass continues.`,
    f,
  );
}
