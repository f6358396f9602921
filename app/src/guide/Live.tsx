import { causeBetween, type Guide, type LiveRun } from "@relayscope/guide";
import { ExternalLink, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Stage } from "../center/Stage.tsx";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useListener } from "../hooks/useListener.ts";
import { CauseList } from "../inspector/causes/CauseList.tsx";
import { BoundaryCures } from "../inspector/whatIf/BoundaryCures.tsx";
import { runShortcut } from "../state/keys.ts";
import { isInLesson } from "../state/lessonAddress.ts";
import { type Page, PageContext, usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { openInExplorer, showRun } from "./livePage.ts";
import { MarkedText } from "./MarkedText.tsx";

/** Commands that make sense in a small picture. */
const liveCommands: ReadonlySet<string> = new Set(
  "back forward inside decisionBack decisionOn fit mode zoomIn zoomOut panes onePane difference hideVariables hideConstants showAnnotations".split(
    " ",
  ),
);

interface LiveProps {
  readonly live: Page;
  readonly run: LiveRun;
  readonly address: string;
  readonly guide: Guide;
}

/** A run to look at, to step through and to change: the text, strip and picture of a small embedded page. */
export function Live({ live, run, address, guide }: LiveProps) {
  const main = usePage();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => showRun(live, run), [live, run]);
  useListener("keydown", (event) => runShortcut(live, event, (id) => liveCommands.has(id)), ref);
  return (
    <PageContext value={live}>
      <section ref={ref} aria-label="Example" className="my-5 rounded-lg border border-line-strong bg-panel">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
          <p className="min-w-[18rem] flex-1">
            <MarkedText text={run.look} guide={guide} />
          </p>
          <span className="flex gap-1.5 text-body print:hidden">
            <Button icon={RotateCcw} onClick={() => showRun(live, run)}>
              Back to the example
            </Button>
            {!isInLesson(main.store.getState()) && (
              <Button look="outline" icon={ExternalLink} onClick={() => openInExplorer(live, main)}>
                Open in the explorer
              </Button>
            )}
          </span>
        </div>
        <ExampleText />
        <div className="h-[440px] overflow-hidden rounded-b-lg border-t border-line text-body leading-5">
          <Stage isPart />
        </div>
      </section>
      {address.startsWith("cause/") && <CauseHere run={run} code={address.slice("cause/".length)} />}
    </PageContext>
  );
}

/** The module's text; edits run. Escape leaves it. */
function ExampleText() {
  const { actions } = usePage();
  const text = usePageState((s) => s.document.text);
  const problems = usePageState((s) => s.run.problems);
  const shown = problems.filter((problem) => problem.severity === "error").slice(0, 2);
  const lines = text.trimEnd().split("\n").length;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <>
      <textarea
        aria-label="Relay text of the example"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        rows={Math.min(14, Math.max(3, lines))}
        value={text}
        onChange={(event) => actions.setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block w-full resize-y border-t border-line bg-page px-3 py-2 font-mono text-small leading-[19px] text-ink outline-offset-[-2px]"
      />
      <div role="status" className="text-danger">
        {shown.map((problem) => (
          <p key={`${problem.code} ${problem.message}`} className="border-t border-line px-3 py-1">
            <Prose text={problem.message} />
          </p>
        ))}
      </div>
    </>
  );
}

/** The cause as the engine finds it in the present module, with cures to try. */
function CauseHere({ run, code }: { readonly run: LiveRun; readonly code: string }) {
  const stage = usePageState((s) => s.document.pipeline.length);
  const text = usePageState((s) => s.document.text);
  const { between } = run;
  const { value, isCurrent } = useAnswer(
    between && {
      key: `between/${between.join()}/${code}`,
      stage,
      ask: (engine, epoch) => causeBetween(engine, { epoch, stage, text }, between, code),
    },
  );
  if (!between) return null;
  const lines = text.split("\n");
  const said = [...new Set(between)].map((line) => `\`${(lines[line - 1] ?? "").trim()}\``).join(" and ");
  return (
    <section aria-label="What the page says of it" className="my-5 rounded-lg border border-line bg-panel px-3 py-2.5 text-body leading-5">
      <h2 className="mb-1 text-head font-semibold">What the page says of it</h2>
      <p className="text-ink-3">
        {between[0] === between[1] ? "Why is this in no region: " : "Why are these not in one region: "}
        <Prose text={said} />
      </p>
      {value ? (
        <>
          <p className="my-1.5">
            <Prose text={value.cause.sentence} />
          </p>
          <BoundaryCures stage={stage} from={value.from} {...(value.to === undefined ? {} : { to: value.to })} />
        </>
      ) : (
        isCurrent && <p className="my-1.5">Nothing keeps them apart now.</p>
      )}
      <div className="mt-2 -mx-3 overflow-hidden">
        <CauseList stage={stage} />
      </div>
    </section>
  );
}
