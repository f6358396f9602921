import type { TextProblem } from "@relayscope/engine";
import { useRef } from "react";
import { Prose } from "../ui/Prose.tsx";
import { useLiveDraft } from "./useLiveDraft.ts";

/** What is wrong with a file, and whether that is in the file that is edited. */
export interface CodeProblem {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly isHere: boolean;
}

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly check: (text: string) => Promise<readonly CodeProblem[]>;
  /** Takes a text that works into force. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

const asWritten = (text: string) => text;

/** A file of code that takes effect while it is written; while it does not work the last good one stays in force. */
export function CodeField({ label, value, check, onCommit }: CodeFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const { text, problems, isDirty, write, settle, drop } = useLiveDraft({
    value,
    check: async (written) => (await check(written)).map(problemOf),
    valueOf: asWritten,
    takesWrong: false,
    onCommit,
  });
  const count = text.split("\n").length;
  const goTo = (line: number) => {
    const before = text.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, own) => sum + own.length + 1, 0);
    const element = field.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(start, start + (text.split("\n")[line - 1]?.length ?? 0));
    element.scrollTop = Math.max(0, (line - 5) * lineHeight);
  };
  return (
    <div>
      <div className="flex h-[46vh] min-h-40 overflow-hidden rounded border border-line bg-page font-mono text-[11.5px] leading-[17px]">
        <pre ref={gutter} aria-hidden className="w-9 shrink-0 overflow-hidden py-1 pr-2 text-right text-ink-3 select-none">
          {Array.from({ length: count }, (_, i) => i + 1).join("\n")}
        </pre>
        <textarea
          ref={field}
          aria-label={label}
          aria-invalid={problems.length > 0}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          value={text}
          onChange={(event) => write(event.target.value)}
          onBlur={() => void settle()}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          className="min-w-0 flex-1 resize-none bg-transparent px-2 py-1 whitespace-pre text-ink outline-offset-[-2px]"
        />
      </div>
      {problems.map((p) => (
        <p key={p.message} className="pt-1 text-[12px] leading-4 text-danger">
          {p.line !== undefined && (
            <button type="button" onClick={() => goTo(p.line ?? 1)} className="rounded font-medium tabular-nums hover:underline">
              Line {p.line}:
            </button>
          )}{" "}
          <Prose text={p.message} />
        </p>
      ))}
      {isDirty && problems.length > 0 && (
        <p className="pt-1 text-[12px] leading-4 text-ink-3">
          The last good one is in force.{" "}
          <button type="button" onClick={drop} className="rounded font-medium text-accent hover:underline">
            Back to it
          </button>
        </p>
      )}
    </div>
  );
}

/** Height of a line, in CSS pixels, as the field is set. */
const lineHeight = 17;

function problemOf({ message, file, line, isHere }: CodeProblem): TextProblem {
  return {
    code: "python",
    severity: "error",
    message: isHere ? message : `${file}, line ${line}: ${message}`,
    hints: [],
    range: undefined,
    line: isHere ? line : undefined,
    column: undefined,
  };
}
