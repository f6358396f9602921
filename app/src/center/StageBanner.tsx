import type { PipelineStep } from "@relayscope/engine";
import { Play, RotateCw } from "lucide-react";
import { isUnread, lastStage, shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { Banner } from "./Banner.tsx";

/** Reports problems of the shown stage or the run, with a way to fix them. */
export function StageBanner() {
  const { actions } = usePage();
  const stage = usePageState(shownStage);
  const stopped = usePageState((s) => s.run.stopped);
  const isNothingRead = usePageState(isUnread);
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
  // The empty picture already reports this.
  if (isNothingRead) return null;
  if (result?.status === "failed") {
    const node = problem?.node;
    const code = problem?.calls?.at(-1);
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
        <span className="flex min-w-0 flex-wrap gap-2">
          {node !== undefined && (
            <Button look="outline" onClick={() => actions.select(stage, [node], true)}>
              Show the node
            </Button>
          )}
          {code && (
            <Button look="outline" onClick={() => actions.showCode(code)}>
              Show line {code.line} of {code.file}
            </Button>
          )}
          {(problem?.code === "check-raises" || problem?.code === "check-stops") && (
            <Button look="outline" onClick={() => changeStep({ ...step, options: { ...step?.options, raise_as_no: true } })}>
              Take the check's answer as no
            </Button>
          )}
          <Button look="outline" onClick={() => changeStep({ ...step, isOff: true })}>
            Leave the pass out
          </Button>
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
