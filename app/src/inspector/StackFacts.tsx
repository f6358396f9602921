import type { RepetitionDifference, StackAnswer } from "@relayscope/engine";
import { useMemo } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useExpanded } from "../hooks/useExpanded.ts";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { grouped, plural } from "../ui/format.ts";
import { HeldCauses, useHeld } from "./causes/HeldCauses.tsx";
import { Section } from "./Facts.tsx";
import { ShowMore } from "./ShowMore.tsx";
import { placesText, type SelectedStack, stackText } from "./selectedStack.ts";

/** Differences that are shown before you ask for all. */
const firstShown = 10;

/** A stack: what repeats and how often, its regions and why they end, and how its repetitions differ. */
export function StackFacts({ stage, stack }: { readonly stage: number; readonly stack: SelectedStack }) {
  const { actions } = usePage();
  const { frame, runs, shown, isStepped } = stack;
  const nodes = useMemo(() => runs.flat(), [runs]);
  const held = useHeld(stage, nodes, false);
  const { value } = useAnswer({
    key: `stack/${stage}/${runs.map((run) => `${run[0]}+${run.length}`).join()}`,
    stage,
    ask: (engine, epoch) => engine.stack(epoch, stage, runs),
  });
  return (
    <div>
      <div className="border-b border-line px-3 py-2.5">
        <h2 className="text-head font-semibold">
          {stackText(stack)}
          {value && stack.times !== "" && withinText(value)}
        </h2>
        {value && (
          <p className="text-ink-2">
            {stack.runs.length > 1 ? "All have" : "It has"}{" "}
            {value.operators.map(({ name, count }) => (count > 1 ? `${name} ×${grouped(count)}` : name)).join(", ")}
          </p>
        )}
        {isStepped && shown === undefined && (
          <Button look="outline" className="mt-2" onClick={() => actions.showRepetition(frame, 0)}>
            Open the first
          </Button>
        )}
      </div>
      {held && <HeldCauses held={held} />}
      {value && <Differences answer={value} onShow={isStepped ? (at) => actions.showRepetition(frame, at) : undefined} />}
    </div>
  );
}

/** ` of dnnl 0`, ` of 3 regions`: the regions that it is a part of; empty if it holds whole ones. */
function withinText({ within }: Pick<StackAnswer, "within">): string {
  return within.length === 0 ? "" : ` of ${within.length > 2 ? plural(within.length, "region") : within.join(" and ")}`;
}

interface DifferencesProps {
  readonly answer: StackAnswer;
  /** Shows a repetition; undefined if the picture does not. */
  readonly onShow: ((at: number) => void) | undefined;
}

function Differences({ answer: { differences }, onShow }: DifferencesProps) {
  const [isWhole, setWhole] = useExpanded("differences");
  if (differences.length === 0) {
    return (
      <Section title="Differences">
        <p className="text-ink-2">The repetitions have the same shapes, attributes and causes.</p>
      </Section>
    );
  }
  return (
    <Section title="Differences between repetitions" note={`${differences.length}`}>
      <ul className="flex flex-col gap-1.5">
        {differences.slice(0, isWhole ? differences.length : firstShown).map((difference) => (
          <li key={`${difference.at} ${difference.what}`}>
            <Difference {...difference} onShow={onShow} />
          </li>
        ))}
      </ul>
      {!isWhole && <ShowMore hidden={differences.length - firstShown} onShow={() => setWhole(true)} />}
    </Section>
  );
}

function Difference({ at, what, values, onShow }: RepetitionDifference & Pick<DifferencesProps, "onShow">) {
  return (
    <>
      <p>
        <span className="font-medium">{at}</span> <span className="text-ink-3">{what}</span>
      </p>
      <ul>
        {values.map(({ value, repetitions }) => (
          <li key={value} className="flex flex-wrap justify-between gap-x-3 text-ink-2">
            <span className="max-w-full font-mono text-small break-words">{value === "" ? "none" : value}</span>
            <Places places={repetitions} onShow={onShow} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The numbers of repetitions. Pressing them shows the first one. */
function Places({ places, onShow }: { readonly places: readonly number[] } & Pick<DifferencesProps, "onShow">) {
  const [first = 0] = places;
  const text = placesText(places);
  if (!onShow) return <span className="text-ink-3 tabular-nums">{text}</span>;
  return (
    <button
      type="button"
      aria-label={`Show repetition ${first + 1}, of ${text}`}
      onClick={() => onShow(first)}
      className="ml-auto min-w-0 rounded text-right text-accent tabular-nums hover:underline"
    >
      {text}
    </button>
  );
}
