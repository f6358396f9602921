import type { CodeCall } from "@relayscope/engine";
import { usePage } from "../state/page.ts";

/** The calls in a target's files that an exception ended, the innermost first. Pressing one shows its line. */
export function CodeCalls({ calls }: { readonly calls: readonly CodeCall[] }) {
  const { actions } = usePage();
  return (
    <ol aria-label="Python stack" className="text-small leading-5 text-ink-3">
      {calls.toReversed().map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is its place in the stack
        <li key={at}>
          {at === 0 ? "Raised at " : "called at "}
          <button type="button" onClick={() => actions.showCode(call)} className="rounded font-medium text-accent hover:underline">
            line {call.line} of {call.file}
          </button>
          , in <code className="font-mono">{call.name}</code>
        </li>
      ))}
    </ol>
  );
}
