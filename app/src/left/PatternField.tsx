import type { TextProblem } from "@relayscope/engine";
import { useLoaded } from "../hooks/useLoaded.ts";
import { usePage } from "../state/page.ts";
import { SuggestingField } from "./SuggestingField.tsx";
import { useLiveDraft } from "./useLiveDraft.ts";

interface PatternFieldProps {
  readonly label: string;
  readonly value: string;
  /** Whether the run could not read it. */
  readonly isWrong: boolean;
  /** Applies a text that can be read; `isContinued` if the same visit to the field applied one before. */
  readonly onCommit: (text: string, isContinued: boolean) => void;
}

const none: readonly TextProblem[] = [];
const asWritten = (text: string) => text;

/** A pattern as text, which takes effect as you type. */
export function PatternField({ label, value, isWrong, onCommit }: PatternFieldProps) {
  const { engine } = usePage();
  const { text, problems, isDirty, write, settle, drop } = useLiveDraft({
    value,
    check: engine.language.patternProblems,
    valueOf: asWritten,
    onCommit,
  });
  const own = useProblemsOf(value, isWrong && !isDirty);
  return (
    <SuggestingField
      label={label}
      text={text}
      problems={isDirty ? problems : own}
      isWrong={isWrong}
      canDrop={isDirty}
      complete={engine.language.patternCompletions}
      onWrite={write}
      onSettle={() => void settle()}
      onDrop={drop}
    />
  );
}

/** The problems of a pattern that arrived broken, from a link or a file. */
function useProblemsOf(value: string, isAsked: boolean): readonly TextProblem[] {
  const { engine } = usePage();
  const found = useLoaded(isAsked && value, () => engine.language.patternProblems(value));
  return isAsked && found?.key === value ? (found.value ?? none) : none;
}
