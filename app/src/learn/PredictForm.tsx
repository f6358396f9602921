import { callsOf, type Guess, graphOf, type NodeName, nodeText, type Prediction } from "@relayscope/lessons";
import { Play } from "lucide-react";
import { useId, useMemo } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useListener } from "../hooks/useListener.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";

interface Call {
  readonly id: number;
  readonly name: NodeName;
}

interface Pair {
  readonly from: NodeName;
  readonly to: NodeName;
}

/** The calls of the last stage, in the order of the model, and the pairs that are connected. */
function useCalls(): { readonly calls: readonly Call[]; readonly pairs: readonly Pair[] } {
  const stage = usePageState((s) => s.document.pipeline.length);
  const { value } = useAnswer({ key: `lesson/${stage}`, stage, ask: (engine, epoch) => graphOf({ engine, epoch }, stage) });
  return useMemo(() => {
    const calls = value ? callsOf(value) : [];
    const names = new Map(calls.map(({ node, name }) => [node.id, name]));
    const pairs = new Map<string, Pair>();
    for (const { from, to } of value?.edges ?? []) {
      const [a, b] = [names.get(value?.nodes[from]?.id ?? -1), names.get(value?.nodes[to]?.id ?? -1)];
      if (a && b) pairs.set(`${nodeText(a)}/${nodeText(b)}`, { from: a, to: b });
    }
    return { calls: calls.map(({ node, name }) => ({ id: node.id, name })), pairs: [...pairs.values()] };
  }, [value]);
}

/** Calls `onPick` with the id of each box that you press in the picture, without opening the inspector. */
function usePressed(onPick: (id: number) => void): void {
  const { actions } = usePage();
  useListener("click", ({ target }) => {
    const box = target instanceof Element ? target.closest<HTMLElement>(".react-flow__node") : null;
    const id = /^n(\d+)/.exec(box?.dataset.id ?? "")?.[1];
    if (id === undefined) return;
    onPick(Number(id));
    actions.setDrawer(false);
  });
}

interface PredictFormProps {
  readonly prediction: Prediction;
  readonly guess: Guess | undefined;
  /** *Show me* did the step. */
  readonly isShown: boolean;
  readonly passes: readonly string[];
  readonly marked: readonly NodeName[];
  /** What is in the field for a number. */
  readonly number: string;
  readonly onMark: (nodes: readonly NodeName[]) => void;
  readonly onNumber: (text: string) => void;
  readonly onPredict: (guess: Guess) => void;
}

/**
 * What the learner predicts before the passes run: operators, a pair, a number. The picture and the list are
 * equivalent.
 */
export function PredictForm(props: PredictFormProps) {
  const { prediction, guess, isShown, passes } = props;
  const names = passes.map((p) => `\`${p}\``).join(", ");
  if (guess) {
    return (
      <p className="mt-3 text-small text-ink-3">
        <Prose text={isShown ? `${names} ran.` : `You predicted; then ${names} ran.`} />
      </p>
    );
  }
  if (prediction.kind === "operators") return <Operators {...props} />;
  if (prediction.kind === "pair") return <Pairs {...props} />;
  return <NumberField {...props} />;
}

function Operators({ marked, onMark, onPredict, passes }: PredictFormProps) {
  const { calls } = useCalls();
  const texts = new Set(marked.map(nodeText));
  const toggle = (name: NodeName) => {
    const text = nodeText(name);
    onMark(texts.has(text) ? marked.filter((m) => nodeText(m) !== text) : [...marked, name]);
  };
  usePressed((id) => {
    const call = calls.find((c) => c.id === id);
    if (call) toggle(call.name);
  });
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-ink-3">Mark them here, or press their boxes in the picture.</legend>
      <div className="flex max-h-48 flex-col overflow-y-auto rounded-md border border-line">
        {calls.map(({ id, name }) => (
          <label key={id} className="flex items-center gap-2 px-2.5 py-1 hover:bg-hover has-checked:bg-accent-soft">
            <input type="checkbox" checked={texts.has(nodeText(name))} onChange={() => toggle(name)} className="accent-(--accent)" />
            <code className="font-mono text-small">{nodeText(name)}</code>
          </label>
        ))}
      </div>
      <RunButton passes={passes} onRun={() => onPredict({ kind: "operators", nodes: marked })} />
    </fieldset>
  );
}

const isPair = (pair: Pair, from: NodeName, to: NodeName) => nodeText(pair.from) === nodeText(from) && nodeText(pair.to) === nodeText(to);

function Pairs({ marked, onMark, onPredict, passes }: PredictFormProps) {
  const name = useId();
  const { calls, pairs } = useCalls();
  const [from, to] = marked;
  usePressed((id) => {
    const call = calls.find((c) => c.id === id);
    if (!call) return;
    const joined = from && !to ? pairs.find((p) => isPair(p, from, call.name) || isPair(p, call.name, from)) : undefined;
    onMark(joined ? [joined.from, joined.to] : [call.name]);
  });
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-small text-ink-3">Choose a pair here, or press its two boxes in the picture.</legend>
      <div className="flex max-h-48 flex-col overflow-y-auto rounded-md border border-line">
        {pairs.map((pair) => (
          <label
            key={`${nodeText(pair.from)}/${nodeText(pair.to)}`}
            className="flex items-center gap-2 px-2.5 py-1 hover:bg-hover has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={from !== undefined && to !== undefined && isPair(pair, from, to)}
              onChange={() => onMark([pair.from, pair.to])}
              className="accent-(--accent)"
            />
            <code className="font-mono text-small">
              {nodeText(pair.from)} and {nodeText(pair.to)}
            </code>
          </label>
        ))}
      </div>
      <RunButton passes={passes} isOff={!from || !to} onRun={() => from && to && onPredict({ kind: "pair", from, to })} />
    </fieldset>
  );
}

function NumberField({ passes, number: text, onNumber, onPredict }: PredictFormProps) {
  const id = useId();
  const isNumber = /^\s*\d{1,6}\s*$/.test(text);
  const run = () => isNumber && onPredict({ kind: "number", number: Number(text) });
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1 block text-small text-ink-3">
        Your number
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => onNumber(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && run()}
        className="h-8 w-28 rounded-md border border-line-strong bg-panel px-2.5 text-head tabular-nums"
      />
      <RunButton passes={passes} isOff={!isNumber} onRun={run} />
    </div>
  );
}

function RunButton({
  passes,
  isOff = false,
  onRun,
}: {
  readonly passes: readonly string[];
  readonly isOff?: boolean;
  readonly onRun: () => void;
}) {
  return (
    <Button
      look="solid"
      icon={Play}
      className="mt-2 h-auto! min-h-7 max-w-full py-1 text-left whitespace-normal!"
      disabled={isOff}
      onClick={onRun}
    >
      Run {passes.join(", ")}
    </Button>
  );
}
