import type { CodeCall, CodePlace, TextProblem } from "@relayscope/engine";
import { type ComponentType, useCallback, useMemo, useRef, useState } from "react";
import { useLoaded } from "../hooks/useLoaded.ts";
import { inParts } from "../state/inSteps.ts";
import { isProblemListShown } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { savesData } from "../state/site.ts";
import { Prose } from "../ui/Prose.tsx";
import { CodeCalls } from "./CodeCalls.tsx";
import { draftName, keepDraft, keptDraft } from "./FileDraft.ts";
import { LastValid } from "./LastValid.tsx";
import { parts } from "./monaco/parts.ts";
import { type FullCodeProps, PlainCode } from "./PlainCode.tsx";
import { useLiveDraft } from "./useLiveDraft.ts";

/** What is wrong with a file, and whether it is the edited file. */
export interface CodeProblem {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly isHere: boolean;
}

/** An exception that the code raised in the newest run. */
export interface CodeException {
  readonly message: string;
  /** Its calls in the target's files, the outermost first. */
  readonly calls: readonly CodeCall[];
}

interface CodeFieldProps {
  readonly target: string;
  /** The name of its file. */
  readonly file: string;
  readonly value: string;
  /** The line to show; a new object shows it again. */
  readonly mark: CodePlace | undefined;
  readonly onShowLine: (line: number) => void;
  /** What the applied code raised, at one of its lines. */
  readonly exception: CodeException | undefined;
  readonly check: (text: string) => Promise<readonly CodeProblem[]>;
  /** Applies a text that works. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

const asWritten = (text: string) => text;

/**
 * A field for code that takes effect as you type. While the code does not work, the last working version stays in
 * force. What is wrong is below it, unless the list of problems is open there.
 */
export function CodeField({ target, file, value, mark, onShowLine, exception, check, onCommit }: CodeFieldProps) {
  const { actions, storage } = usePage();
  const name = draftName(target, file);
  const isListed = usePageState(isProblemListShown);
  const { text, problems, isDirty, write, settle, drop } = useLiveDraft({
    value,
    check: async (written) => (await check(written)).map(problemOf),
    valueOf: asWritten,
    onProblems: (found) => actions.setDraftProblems(found.map(({ line = 1, message }) => ({ file, line, message }))),
    kept: { load: (base) => keptDraft(storage, name, base), save: (base, written) => keepDraft(storage, name, base, written) },
    onCommit,
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const Full = useFullEditor();
  const [isReady, setIsReady] = useState(false);
  const onReady = useCallback(() => setIsReady(true), []);
  const raised = text === value ? exception : undefined;
  const problem = useMemo(() => {
    const found = problems.map(({ line, message }) => ({ line, message }));
    const at = raised?.calls.at(-1);
    return [...found, ...(raised && at ? [{ line: at.line, message: raised.message }] : [])].find(hasLine);
  }, [problems, raised]);
  const shared = { label: `Python of ${file}`, text, mark, problem, onWrite: write, onLeave: () => void settle() };
  return (
    <div className="flex h-full flex-col">
      <div data-code-field className="relative flex min-h-24 flex-1 overflow-hidden rounded border border-line bg-page">
        {!isReady && <PlainCode {...shared} field={field} />}
        {Full && (
          <div className={`absolute inset-0 ${isReady ? "" : "invisible"}`}>
            <Full {...shared} plain={field} onReady={onReady} />
          </div>
        )}
      </div>
      {raised && !isListed && (
        <div role="status" className="max-h-[40%] shrink-0 overflow-y-auto pt-1 text-small leading-4">
          <p className="text-danger">
            <Prose text={raised.message} />
          </p>
          <CodeCalls calls={raised.calls} />
        </div>
      )}
      {(isListed ? [] : problems).map((p) => (
        <p key={p.message} className="pt-1 text-small leading-4 text-danger">
          {p.line !== undefined && (
            <button type="button" onClick={() => onShowLine(p.line ?? 1)} className="rounded font-medium tabular-nums hover:underline">
              Line {p.line}:
            </button>
          )}{" "}
          <Prose text={p.message} />
        </p>
      ))}
      {isDirty && problems.length > 0 && <LastValid className="pt-1" onDrop={drop} />}
    </div>
  );
}

function hasLine<T extends { readonly line: number | undefined }>(problem: T): problem is T & { readonly line: number } {
  return problem.line !== undefined;
}

/** The full editor, once it is loaded. A browser that saves data keeps the plain field. */
function useFullEditor(): ComponentType<FullCodeProps> | undefined {
  const loaded = useLoaded(!savesData() && parts.length > 0, async () => {
    await inParts(parts);
    const { PythonEditor } = await import("./monaco/PythonEditor.tsx");
    return PythonEditor;
  });
  return loaded?.value;
}

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
