import type { PipelineStep } from "@relayscope/engine";
import { Info, Play, RotateCw, TriangleAlert } from "lucide-react";
import { lastStage, shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";

/** Says what is wrong with the shown stage or the run, where something is, and offers the way on. */
export function StageBanner() {
  const { actions } = usePage();
  const stage = usePageState(shownStage);
  const stopped = usePageState((s) => s.run.stopped);
  const result = usePageState((s) => s.run.stages[stage]);
  const failedStage = usePageState((s) => s.run.stages.slice(0, stage).findIndex((r) => r.status === "failed"));
  const failedPass = usePageState((s) => s.run.stages[failedStage]?.pass);
  const problem = usePageState((s) =>
    result?.status === "failed" ? s.run.problems.find((p) => p.pass === result.pass && p.severity === "error") : undefined,
  );
  const step = usePageState((s) => s.document.pipeline[stage - 1]);
  const partitioned = usePageState((s) => s.run.problems.find((p) => p.code === "already-partitioned")?.message);
  const partitionsAgain = usePageState((s) => s.document.partitionsAgain);
  const target = usePageState((s) => s.document.target);
  const changeStep = (changed: Partial<PipelineStep>) => {
    if (step) actions.editPipeline((steps) => steps.splice(stage - 1, 1, { ...step, ...changed }));
  };
  if (stopped) {
    return (
      <Banner tone="danger">
        <span>
          <Prose text={stopped.message} />
        </span>
        <Button look="outline" icon={RotateCw} onClick={stopped.reason === "crash" ? actions.runAgain : actions.goOn}>
          {stopped.reason === "crash" ? "Run again" : "Go on"}
        </Button>
      </Banner>
    );
  }
  if (result?.status === "failed") {
    const node = problem?.node;
    return (
      <Banner tone="danger">
        <span>
          <b>{result.pass} failed.</b> <Prose text={problem?.message ?? result.reason} /> The last good module is shown.
          {problem?.hints.map((hint) => (
            <span key={hint} className="block text-ink-2">
              <Prose text={hint} />
            </span>
          ))}
        </span>
        <span className="flex shrink-0 gap-2">
          {node !== undefined && (
            <Button look="outline" onClick={() => actions.select(stage, [node], true)}>
              Show the node
            </Button>
          )}
          {problem?.code === "check-raises" && (
            <Button look="outline" onClick={() => changeStep({ ...step, options: { ...step?.options, raise_as_no: true } })}>
              Take the check's answer as no
            </Button>
          )}
          {stage > 0 && (
            <Button look="outline" onClick={() => changeStep({ ...step, isOff: true })}>
              Leave the pass out
            </Button>
          )}
        </span>
      </Banner>
    );
  }
  if (result?.status === "left-out") {
    return (
      <Banner tone="warn">
        <span>
          <b>{result.pass} was left out</b> at a hole of the text: <Prose text={result.reason} /> The module is as it was before; the next
          pass goes on from it.
        </span>
      </Banner>
    );
  }
  if (result && (result.status === "skipped" || result.status === "not-built") && result.reason !== "") {
    return (
      <Banner tone="warn">
        <span>
          <b>{result.pass}</b> did not run: <Prose text={result.reason} />.
        </span>
        {failedPass !== undefined && (
          <Button look="outline" onClick={() => actions.showStage(failedStage)}>
            Go to {failedPass}
          </Button>
        )}
      </Banner>
    );
  }
  if (partitioned !== undefined && result && (stage === 0 || result.status === "offered")) {
    return (
      <Banner tone="note">
        <span>
          <Prose text={partitioned} />
          {!partitionsAgain && " No pass has run."}
        </span>
        {partitionsAgain ? (
          <Button look="outline" onClick={() => actions.showStage(lastStage)}>
            Show it partitioned again
          </Button>
        ) : (
          <Button look="outline" icon={Play} onClick={actions.partitionAgain}>
            Partition again for {target}
          </Button>
        )}
      </Banner>
    );
  }
  return null;
}

const tones = {
  danger: { Icon: TriangleAlert, ground: "bg-danger-soft", mark: "text-danger" },
  warn: { Icon: TriangleAlert, ground: "bg-warn-soft", mark: "text-warn" },
  note: { Icon: Info, ground: "bg-accent-soft", mark: "text-accent" },
};

function Banner({ tone, children }: { readonly tone: keyof typeof tones; readonly children: React.ReactNode }) {
  const { Icon, ground, mark } = tones[tone];
  return (
    <div role="status" className={`flex shrink-0 items-center gap-2.5 border-b border-line px-3 py-1.5 text-ink ${ground}`}>
      <Icon size={15} aria-hidden className={`shrink-0 ${mark}`} />
      <div className="flex min-w-0 flex-1 items-center justify-between gap-3">{children}</div>
    </div>
  );
}
