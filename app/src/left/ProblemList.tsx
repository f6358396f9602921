import type { Problem } from "@relayscope/engine";
import { ChevronDown, ChevronUp, CircleX, Info, TriangleAlert } from "lucide-react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { isProblemListShown, problemCount } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { CodeCalls } from "./CodeCalls.tsx";
import { goToProblem, placeOf } from "./goToProblem.ts";

const marks = {
  error: { icon: CircleX, color: "text-danger", word: "error" },
  warning: { icon: TriangleAlert, color: "text-warn", word: "warning" },
  info: { icon: Info, color: "text-accent", word: "note" },
} as const;

/** The worst first. */
const severities = ["error", "warning", "info"] as const;

const mostShown = 200;

/** The problems of the newest run, and of a file that is being written. Pressing one goes to its place. */
export function ProblemList() {
  const { actions } = usePage();
  const problems = usePageState((s) => s.run.problems);
  const drafts = usePageState((s) => s.draftProblems);
  const isOpen = usePageState(isProblemListShown);
  const ranked = severities.flatMap((severity) => problems.filter((problem) => problem.severity === severity));
  const [draft] = problems.length === 0 ? drafts : [];
  return (
    <section aria-label="Problems" className={`flex min-h-0 flex-col border-t border-line ${isOpen ? "h-full" : ""}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => (draft ? actions.showCode(draft) : actions.setPreferences({ isProblemsOpen: !isOpen }))}
        className="flex h-8 shrink-0 items-center gap-2 px-3 text-left font-medium text-ink-2 hover:bg-hover"
      >
        Problems
        {severities.map((severity) => (
          <Count key={severity} severity={severity} />
        ))}
        {draft && <span className="truncate text-small font-normal text-ink-3">{`line ${draft.line} of ${draft.file}`}</span>}
        <span className="flex-1" />
        {draft ? null : isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
      </button>
      {isOpen && (
        <ul className="min-h-0 flex-1 overflow-y-auto pb-1">
          {drafts.map(({ file, line, message }) => (
            <li key={message}>
              <Row severity="error" message={message} place={`${file}:${line}`} onGo={() => actions.showCode({ file, line })} />
            </li>
          ))}
          {ranked.slice(0, mostShown).map((problem, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity of their own
            <li key={i}>
              <ProblemRow problem={problem} />
              {problem.code === "skipped-text" && <OtherModules />}
            </li>
          ))}
          {problems.length > mostShown && (
            <li className="px-3 py-1 text-ink-3">and {plural(problems.length - mostShown, "more problem")}</li>
          )}
        </ul>
      )}
    </section>
  );
}

function Count({ severity }: { readonly severity: Problem["severity"] }) {
  const count = usePageState((s) => problemCount(s, severity));
  const { icon: Icon, color, word } = marks[severity];
  if (count === 0) return null;
  return (
    <span className={`flex items-center gap-1 text-small ${color}`}>
      <Icon size={13} aria-hidden />
      {plural(count, word)}
    </span>
  );
}

/** The other modules of a text that holds several: each can be opened in the place of the whole text. */
function OtherModules() {
  const { actions } = usePage();
  const { value = [] } = useAnswer({ key: "modules", stage: 0, ask: (engine, epoch) => engine.otherModules(epoch, 0) });
  if (value.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5 pr-3 pb-1 pl-[34px]">
      {value.map(({ line, text }) => (
        <Button
          key={line}
          look="outline"
          onClick={() => actions.openPart(text, `The module at line ${line} of the text is the document now.`)}
        >
          Open the module at line {line}
        </Button>
      ))}
    </div>
  );
}

interface RowProps {
  readonly severity: Problem["severity"];
  readonly message: string;
  readonly hints?: readonly string[];
  readonly place: string;
  readonly pass?: string | undefined;
  readonly onGo: () => void;
}

function Row({ severity, message, hints = [], place, pass, onGo }: RowProps) {
  const { icon: Icon, color, word } = marks[severity];
  return (
    <button type="button" onClick={onGo} className="flex w-full items-start gap-2 px-3 py-1 text-left hover:bg-hover">
      <Icon size={14} aria-label={word} className={`mt-[3px] shrink-0 ${color}`} />
      <span className="min-w-0 flex-1">
        <span className="break-words">
          <Prose text={message} />
        </span>
        {hints.map((hint) => (
          <span key={hint} className="block break-words text-ink-3">
            <Prose text={hint} />
          </span>
        ))}
      </span>
      <span className="shrink-0 text-right font-mono text-note leading-5 text-ink-3">
        {place}
        {pass !== undefined && <span className="block">{pass}</span>}
      </span>
    </button>
  );
}

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const page = usePage();
  const { calls = [], severity, message, hints, pass } = problem;
  return (
    <>
      <Row
        severity={severity}
        message={message}
        hints={hints}
        place={placeOf(problem)}
        pass={pass}
        onGo={() => goToProblem(page, problem)}
      />
      {calls.length > 0 && (
        <div className="pr-3 pb-1 pl-[34px]">
          <CodeCalls calls={calls} />
        </div>
      )}
    </>
  );
}
