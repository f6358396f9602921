import type { PassSteps } from "@relayscope/engine";
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import { useState } from "react";
import { useDelay } from "../hooks/useDelay.ts";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { grouped } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { CheckedLines } from "./CheckedLines.tsx";
import { stepTones } from "./stepTones.ts";
import { usePassSteps } from "./usePassSteps.ts";

/** How long each step is shown during playback, in milliseconds. */
const pace = 1_400;

/** A pass played decision by decision, below the strip: a scrubber, and each step with its sentence and its picture. */
export function PassPlayer() {
  const { actions } = usePage();
  const shown = usePassSteps();
  if (!shown) return null;
  const { stage, value, at } = shown;
  return (
    <section aria-label={`Inside ${value.pass}`} className="flex shrink-0 items-center gap-3 border-b border-line bg-raised px-3 py-2">
      {value.steps.length === 0 ? (
        <p className="flex-1 text-ink-2">
          <Prose text={value.note} />
        </p>
      ) : (
        <Steps key={`${stage}/${value.pass}`} stage={stage} value={value} at={at} />
      )}
      <IconButton icon={X} label="Leave the pass" onClick={actions.leavePass} />
    </section>
  );
}

function Steps({ stage, value, at }: { readonly stage: number; readonly value: PassSteps; readonly at: number }) {
  const { actions } = usePage();
  const [isStarted, setIsStarted] = useState(false);
  const { steps, pass } = value;
  const last = steps.length - 1;
  const step = steps[at];
  // At the last step it pauses.
  if (isStarted && at >= last) setIsStarted(false);
  const isPlaying = isStarted && at < last;
  useDelay(isPlaying && at, pace, () => actions.goToStep(at + 1));
  if (!step) return null;
  const { word, tone } = stepTones[step.state];
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
      <div className="flex w-[268px] shrink-0 flex-col gap-0.5">
        <div className="flex items-center">
          <IconButton icon={SkipBack} label="First step" disabled={at === 0} onClick={() => actions.goToStep(0)} />
          <IconButton icon={ChevronLeft} label="Step back (,)" disabled={at === 0} onClick={() => actions.goToStep(at - 1)} />
          <IconButton
            icon={isPlaying ? Pause : Play}
            label={isPlaying ? "Pause" : "Play"}
            onClick={() => {
              if (!isPlaying && at >= last) actions.goToStep(0);
              setIsStarted(!isPlaying);
            }}
          />
          <IconButton icon={ChevronRight} label="Step on (.)" disabled={at >= last} onClick={() => actions.goToStep(at + 1)} />
          <IconButton icon={SkipForward} label="Last step" disabled={at >= last} onClick={() => actions.goToStep(last)} />
          <span className="ml-1 text-small whitespace-nowrap tabular-nums text-ink-3">
            {grouped(at + 1)} / {grouped(steps.length)}
          </span>
          <span className={`ml-auto rounded px-1.5 py-0.5 text-small font-semibold ${tone}`}>{word}</span>
        </div>
        <input
          type="range"
          aria-label={`Step of ${pass}`}
          aria-valuetext={`${grouped(at + 1)} of ${grouped(steps.length)}: ${step.sentence.replaceAll("`", "")}`}
          min={0}
          max={last}
          value={at}
          onChange={(event) => actions.goToStep(Number(event.target.value))}
          className="w-full accent-[var(--accent)]"
        />
      </div>
      <div className="flex min-h-[66px] min-w-0 flex-[1_1_16rem] items-center">
        <p aria-live="polite" className="min-w-0 text-head leading-[22px] break-words">
          <Prose text={step.sentence} />
        </p>
      </div>
      {step.hasCheck && <CheckedLines stage={stage} at={at} />}
    </div>
  );
}
