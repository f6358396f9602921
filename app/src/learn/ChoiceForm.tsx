import type { Choice } from "@relayscope/lessons";
import { useId } from "react";
import { MarkedText } from "../guide/MarkedText.tsx";

interface ChoiceFormProps {
  readonly question: string;
  readonly choices: readonly Choice[];
  /** In which order they are shown. */
  readonly order: readonly number[];
  readonly answer: number | undefined;
  readonly isDone: boolean;
  readonly onAnswer: (choice: number) => void;
}

/** A question with sentences to choose from. */
export function ChoiceForm({ question, choices, order, answer, isDone, onAnswer }: ChoiceFormProps) {
  const name = useId();
  return (
    <fieldset className="mt-3">
      <legend className="mb-1.5 text-body font-semibold">
        <MarkedText text={question} />
      </legend>
      <div className="flex flex-col gap-1">
        {order
          .flatMap((i) => {
            const choice = choices[i];
            return choice ? [{ choice, i }] : [];
          })
          .map(({ choice, i }) => (
            <label
              key={choice.text}
              className={`flex cursor-pointer gap-2 rounded-md border px-2.5 py-1.5 hover:bg-hover ${
                answer !== i ? "border-line" : isDone ? "border-good bg-good-soft" : "border-warn bg-warn-soft"
              }`}
            >
              <input
                type="radio"
                name={name}
                value={i + 1}
                checked={answer === i}
                disabled={isDone && answer !== i}
                onChange={() => onAnswer(i)}
                className="mt-1 accent-(--accent)"
              />
              <span>
                <MarkedText text={choice.text} />
              </span>
            </label>
          ))}
      </div>
    </fieldset>
  );
}
