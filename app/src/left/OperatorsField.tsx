import type { Completion, Engine, TextProblem } from "@relayscope/engine";
import { useMemo } from "react";
import { usePage } from "../state/page.ts";
import { namesIn, wordAt } from "./operatorNames.ts";
import { SuggestingField } from "./SuggestingField.tsx";
import { useLiveDraft } from "./useLiveDraft.ts";

interface OperatorsFieldProps {
  readonly label: string;
  readonly operators: readonly string[];
  readonly onCommit: (operators: readonly string[], isContinued: boolean) => void;
}

/** At most this many new names are looked up. */
const mostChecked = 50;
/** Names are checked and completed as in a pattern, after these words. */
const opening = 'is_op("';

/** Operators, one per line. They take effect as you type, once all are known. */
export function OperatorsField({ label, operators, onCommit }: OperatorsFieldProps) {
  const { engine } = usePage();
  const value = operators.join("\n");
  const { check, complete } = useMemo(() => operatorService(engine.language, new Set(operators)), [engine, operators]);
  const { text, problems, isDirty, write, settle, drop } = useLiveDraft({
    value,
    check,
    valueOf: (written) => namesIn(written).names.join("\n"),
    onCommit: (written, isContinued) => onCommit(namesIn(written).names, isContinued),
  });
  return (
    <SuggestingField
      label={label}
      text={text}
      problems={problems}
      isWrong={false}
      canDrop={isDirty}
      complete={complete}
      onWrite={write}
      onSettle={() => void settle()}
      onDrop={drop}
    />
  );
}

function operatorService(language: Engine["language"], known: ReadonlySet<string>) {
  return {
    /** The problems of new names, each at its place. */
    check: async (text: string): Promise<readonly TextProblem[]> => {
      const written = namesIn(text).places.filter(({ name }) => !known.has(name));
      const found = await Promise.all(
        written.slice(0, mostChecked).map(async ({ name, range }) => {
          const problems = /^[\w.]+$/.test(name) ? await language.patternProblems(`${opening}${name}")`) : [notAName(name)];
          return problems.map((problem) => ({ ...problem, range, line: text.slice(0, range.start).split("\n").length }));
        }),
      );
      return found.flat();
    },
    complete: async (text: string, offset: number): Promise<readonly Completion[]> => {
      const { start, end } = wordAt(text, offset);
      const word = `${opening}${text.slice(start, offset)}`;
      const found = await language.patternCompletions(word, word.length);
      return found.map((completion) => ({ ...completion, range: { start, end } }));
    },
  };
}

function notAName(name: string): TextProblem {
  return {
    code: "not-a-name",
    severity: "error",
    message: `\`${name}\` is not an operator's name.`,
    hints: [],
    range: undefined,
    line: undefined,
    column: undefined,
  };
}
