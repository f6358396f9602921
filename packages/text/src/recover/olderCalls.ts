/**
 * Calls as versions 0.5 to 0.18 printed them, as those of 0.19.0: the table in `olderForms.ts`, applied to one call.
 */
import { pushTo, type Span } from "@relayscope/ir";
import { type Change, changes, type WrittenCall } from "./olderForms.ts";

/** An older form that was met. */
export interface OlderForm {
  readonly change: Change;
  readonly span: Span;
}

const byOperator = grouped(changes);

function grouped(list: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of list) pushTo(found, change.operator, change);
  return found;
}

/** Whether some version had an operator of that name, or of its form, that is another now. */
export function hasChanged(operator: string): boolean {
  return byOperator.has(operator);
}

/**
 * The call in the form of 0.19.0; the same object if nothing in it is older. `isEarly`: the text is of a version up to
 * 0.6. `note` receives each older form.
 */
export function modernCall(written: WrittenCall, isEarly: boolean, note: (form: OlderForm) => void): WrittenCall {
  let call = written;
  const tried = new Set<Change>();
  for (let change = next(call, tried); change; change = next(call, tried)) {
    tried.add(change);
    const newer = change.isEarly && !isEarly ? undefined : change.apply(call);
    if (!newer) continue;
    call = newer;
    note({ change, span: written.span });
  }
  return call;
}

/** The next change of the call's operator, under the name that it has by now. */
function next({ operator }: WrittenCall, tried: ReadonlySet<Change>): Change | undefined {
  return byOperator.get(operator)?.find((change) => !tried.has(change));
}
