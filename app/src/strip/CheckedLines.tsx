import { useAnswer } from "../hooks/useAnswer.ts";
import { usePage } from "../state/page.ts";
import { grouped, plural } from "../ui/format.ts";

/**
 * The lines of a target's file that ran as a check was asked about a step's match, in order; the one that decided is
 * marked. Pressing a line shows it in the file.
 */
export function CheckedLines({ stage, at }: { readonly stage: number; readonly at: number }) {
  const { actions } = usePage();
  const { value, isCurrent } = useAnswer({
    key: `check/${stage}/${at}`,
    stage,
    ask: (engine, epoch) => engine.stepCheck(epoch, stage, at),
  });
  if (!value || !isCurrent) return null;
  const { lines, left, answer } = value;
  const files = new Set(lines.map(({ file }) => file));
  return (
    <section aria-label="What the check did" className="max-h-40 min-w-0 basis-full overflow-y-auto border-t border-line pt-1.5">
      <p className="text-small text-ink-3">
        Its check ran {plural(lines.length + left, "line")}
        {files.size === 1 && ` of ${lines[0]?.file}`} and said {answer ? "yes" : "no"}
        {left > 0 && `; the last ${grouped(lines.length)}`}:
      </p>
      <ol className="font-mono text-note leading-[17px]">
        {lines.map(({ file, line, source, depth, decides }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the run
          <li key={i}>
            <button
              type="button"
              ref={decides ? reveal : undefined}
              title={`Show line ${line} of ${file}`}
              onClick={() => actions.showCode({ file, line })}
              className={`flex w-full rounded-sm text-left hover:bg-hover ${decides ? (answer ? "bg-good-soft" : "bg-warn-soft") : ""}`}
            >
              <span className="w-10 shrink-0 pr-2 text-right text-ink-3 tabular-nums">{line}</span>
              <code className="min-w-0 flex-1 whitespace-pre-wrap break-words" style={{ paddingLeft: `${2 * Math.min(depth, 8)}ch` }}>
                {source}
              </code>
              {decides && <span className={`shrink-0 px-2 font-sans ${answer ? "text-good" : "text-warn"}`}>decides</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of many lines the one that decides comes into view. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
