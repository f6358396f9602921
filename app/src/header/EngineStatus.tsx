import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { useIsLong } from "../hooks/useDelay.ts";
import { problemCount } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { formatMilliseconds, plural } from "../ui/format.ts";

/** Runs and questions shorter than this show no spinner, in milliseconds. */
const patience = { run: 150, question: 1_000 } as const;

/** Background questions are not shown, as nobody asked them. */
const background = "decisive";

/** What the worker does while it answers a question. */
const wordOf: Readonly<Record<string, string>> = { graph: "Drawing", recording: "Reading" };

/**
 * What the worker is doing: running, drawing, answering (with a button to stop it), done after how long, or stopped.
 */
export function EngineStatus() {
  const { actions } = usePage();
  const status = usePageState((s) => s.run.status);
  const ms = usePageState((s) => s.run.ms);
  const errors = usePageState((s) => problemCount(s, "error"));
  const done = usePageState((s) => s.run.stages.length);
  const total = usePageState((s) => s.document.pipeline.length + 1);
  const work = usePageState((s) => s.work);
  // In process, a run does not report its progress.
  const isRunning = status === "running";
  const isAtQuestion = !isRunning && work?.kind === "question" && work.method !== background;
  const isLong = useIsLong(isRunning ? "run" : isAtQuestion && "question", isRunning ? patience.run : patience.question);
  return (
    <div
      role="status"
      aria-label="Worker"
      data-status={status}
      className="flex items-center gap-1.5 px-2 text-small whitespace-nowrap text-ink-3"
    >
      {isLong ? (
        <>
          <LoaderCircle size={14} aria-hidden className="animate-spin text-accent" />
          <span>{isAtQuestion ? (wordOf[work.method] ?? "Answering") : `Running ${Math.min(done + 1, total)} of ${total}`}</span>
          <button type="button" className="rounded px-1.5 font-medium text-accent hover:bg-hover" onClick={actions.cancelRun}>
            Stop
          </button>
        </>
      ) : status === "stopped" ? (
        <>
          <CircleX size={14} aria-hidden className="text-danger" />
          <span>Stopped</span>
          <button type="button" className="rounded px-1.5 font-medium text-accent hover:bg-hover" onClick={actions.runAgain}>
            Run again
          </button>
        </>
      ) : errors > 0 ? (
        <>
          <TriangleAlert size={14} aria-hidden className="text-danger" />
          <span>{plural(errors, "error")}</span>
        </>
      ) : status !== "idle" ? (
        <>
          <CircleCheck size={14} aria-hidden className="text-good" />
          <span>{formatMilliseconds(ms)}</span>
        </>
      ) : null}
    </div>
  );
}
