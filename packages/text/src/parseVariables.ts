/** Reads the variables that parameters, `let`, `free_var` and patterns bind. */
import { type Type, type Var, variable } from "@relayscope/ir";
import { expect, found, kindAt, lose, take, tokenName, tokenSpan, typeComment } from "./cursor.ts";
import { report } from "./diagnostics.ts";
import { parseAttributes } from "./parseAttributes.ts";
import { bind, type ParseState, trustedType } from "./parseState.ts";
import { commentType, parseType } from "./parseTypes.ts";
import { tokenKind } from "./tokens.ts";

/** `local (":" type)?` of a `let` or `free_var`, bound from here on. */
export function readBoundVariable(p: ParseState): Var | undefined {
  if (kindAt(p) !== tokenKind.local && kindAt(p) !== tokenKind.temporary) {
    lose(p, report.expected(tokenSpan(p), "a variable `%name`", found(p)));
    return undefined;
  }
  return readVariable(p);
}

/** `local ("{" attributes "}")? (":" type)?` and binds it. */
export function readVariable(p: ParseState): Var {
  const span = tokenSpan(p);
  const name = tokenName(p);
  p.at++;
  let virtualDevice: Var["virtualDevice"];
  if (kindAt(p) === 123 && take(p, 123)) {
    virtualDevice = parseAttributes(p, p.metadata.attribute).find((a) => a.name === "virtual_device")?.value;
    if (!p.isLost) expect(p, 125, "`}`");
  }
  const annotation = !p.isLost && take(p, 58) ? parseType(p, p.types) : undefined;
  const comment = p.trustComments ? typeBehind(p) : undefined;
  const checkedType = trustedType(p, annotation, comment);
  const bound = variable(name, annotation, { span, checkedType, ...(virtualDevice === undefined ? {} : { virtualDevice }) });
  bind(p, name, bound);
  return bound;
}

/** The type that the comment before the cursor says. */
export function typeBehind(p: ParseState): Type | undefined {
  const place = typeComment(p);
  return place && commentType(p, p.types, place);
}
