import type { CodePlace, TextProblem } from "@relayscope/engine";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { inParts } from "../state/inSteps.ts";
import { savesData } from "../state/site.ts";
import { Prose } from "../ui/Prose.tsx";
import { parts } from "./monaco/parts.ts";
import { type CodeEditorProps, PlainCode } from "./PlainCode.tsx";
import { useLiveDraft } from "./useLiveDraft.ts";

/** What is wrong with a file, and whether it is the edited file. */
export interface CodeProblem {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly isHere: boolean;
}

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  /** The line to show; a new object shows it again. */
  readonly mark: CodePlace | undefined;
  readonly onShowLine: (line: number) => void;
  readonly check: (text: string) => Promise<readonly CodeProblem[]>;
  /** Applies a text that works. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

const asWritten = (text: string) => text;

/**
 * A field for code that takes effect as you type. While the code does not work, the last working version stays in
 * force.
 */
export function CodeField({ label, value, mark, onShowLine, check, onCommit }: CodeFieldProps) {
  const { text, problems, isDirty, write, settle, drop } = useLiveDraft({
    value,
    check: async (written) => (await check(written)).map(problemOf),
    valueOf: asWritten,
    onCommit,
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const Full = useFullEditor(field);
  const problemLine = problems.find(({ line }) => line !== undefined)?.line;
  const shared = { label, text, mark, problemLine, onWrite: write, onLeave: () => void settle() };
  return (
    <div>
      <div data-code-field className="flex h-[46vh] min-h-40 overflow-hidden rounded border border-line bg-page">
        {Full ? <Full {...shared} /> : <PlainCode {...shared} field={field} />}
      </div>
      {problems.map((p) => (
        <p key={p.message} className="pt-1 text-small leading-4 text-danger">
          {p.line !== undefined && (
            <button type="button" onClick={() => onShowLine(p.line ?? 1)} className="rounded font-medium tabular-nums hover:underline">
              Line {p.line}:
            </button>
          )}{" "}
          <Prose text={p.message} />
        </p>
      ))}
      {isDirty && problems.length > 0 && (
        <p className="pt-1 text-small leading-4 text-ink-3">
          The last good one is in force.{" "}
          <button type="button" onClick={drop} className="rounded font-medium text-accent hover:underline">
            Back to it
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * The full editor, once it is loaded and the plain field is not focused. A browser that saves data keeps the plain
 * field.
 */
function useFullEditor(field: RefObject<HTMLTextAreaElement | null>): ComponentType<CodeEditorProps> | undefined {
  const [full, setFull] = useState<ComponentType<CodeEditorProps>>();
  useEffect(() => {
    if (savesData() || parts.length === 0) return;
    let isHere = true;
    const load = async () => {
      await inParts(parts);
      const { PythonEditor } = await import("./monaco/PythonEditor.tsx");
      const take = () => isHere && setFull(() => PythonEditor);
      if (document.activeElement === field.current) field.current?.addEventListener("blur", take, { once: true });
      else take();
    };
    load().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [field]);
  return full;
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
