import type { CodePlace, OutcomeCounts, Problem, TargetFile, TargetFilesAnswer, TargetOutcome, TargetSpec } from "@relayscope/engine";
import { CircleX, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { Split } from "../ui/Split.tsx";
import { lastName, saveFile, saveLabel } from "../ui/saveFile.ts";
import { type CodeException, CodeField, type CodeProblem } from "./CodeField.tsx";
import { isRaising, type RaisingCheck, raisingCheck } from "./definitions.ts";
import { FileDraft } from "./FileDraft.ts";
import { GivenValues } from "./given/GivenValues.tsx";
import { RefusedPlaces } from "./RefusedPlaces.tsx";
import { useTargetFiles } from "./useTargetFiles.ts";

interface FileTargetProps {
  readonly spec: TargetSpec;
  readonly files: readonly TargetFile[];
  /** What can be done with the target. */
  readonly buttons: ReactNode;
  /** Content about the target, above its file. */
  readonly children: ReactNode;
  /** Called when edited files give the target another name. */
  readonly onRename: (name: string) => void;
}

/** A target that Python files define: the files, and an outline of their definitions with results. */
export function FileTarget({ spec, files, buttons, children, onRename }: FileTargetProps) {
  const page = usePage();
  const { actions, engine } = page;
  const [draft] = useState(() => new FileDraft(engine));
  // Keeps the same field while its text gives the target another name.
  const [named, setNamed] = useState({ name: spec.name, key: spec.name });
  const own = named.name === spec.name ? named.key : spec.name;
  const mark = usePageState((s) => s.codeMark);
  const [chosen, setChosen] = useState<{ readonly name: string | undefined; readonly mark: CodePlace | undefined }>();
  // The file of a new mark is shown.
  if (mark && chosen?.mark !== mark) setChosen({ name: mark.file, mark });
  const shown = chosen?.name ?? files[0]?.name;
  const file = files.find(({ name }) => name === shown) ?? files[0];
  const read = useTargetFiles(spec);
  const stages = usePageState((s) => s.document.pipeline.length);
  const problems = usePageState((s) => s.run.problems);
  const { value: outcome } = useAnswer({ key: "outcome", stage: stages, ask: (asked, epoch) => asked.targetOutcome(epoch, stages) });
  if (!file) return null;
  const withText = (text: string) => files.map((other) => (other.name === file.name ? { ...other, text } : other));
  const check = async (text: string): Promise<readonly CodeProblem[]> => {
    const problem = await draft.check(spec, withText(text));
    return problem ? [{ ...problem, isHere: problem.file === file.name }] : [];
  };
  const commit = (text: string, isContinued: boolean) => {
    const name = draft.apply(page, spec, withText(text), isContinued);
    if (name === spec.name) return;
    setNamed({ name, key: own });
    onRename(name);
  };
  const raisedIn = (name: string) => problems.filter(hasCalls).find(({ calls }) => calls.at(-1)?.file === name);
  const raised = raisedIn(file.name);
  const ended = problems.find(hasCalls);
  // The exception of the run is already shown below the code.
  const isSaid = raised !== undefined || read?.problem === undefined;
  const isOutlined = read?.problem === undefined || read.givable.length > 0 || !isSaid;
  return (
    <div className="flex min-h-0 grow flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="min-w-0 truncate text-head font-semibold">{spec.name}</h2>
        <fieldset className="flex min-w-0 flex-1 flex-wrap gap-1">
          <legend className="sr-only">Files of this target</legend>
          {files.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === file.name}
              onClick={() => setChosen({ name, mark })}
              className={`inline-flex h-6 items-center gap-1 rounded-md px-2 text-small font-medium ${name === file.name ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-hover"}`}
            >
              {name}
              {raisedIn(name) && <CircleX size={12} aria-label="raises" className="text-danger" />}
            </button>
          ))}
        </fieldset>
        <Button icon={Download} onClick={() => saveFile(lastName(file.name), "text/x-python", file.text)}>
          {saveLabel(file, files.length)}
        </Button>
        {buttons}
      </div>
      {children}
      <div className="min-h-0 flex-1">
        <Split
          direction="down"
          end={
            isOutlined
              ? {
                  label: "Resize the outline",
                  content: <FileOutline {...{ spec, read, isSaid, outcome, ended }} stage={stages} />,
                  share: 0.32,
                  least: 76,
                  most: 0.7,
                }
              : undefined
          }
        >
          <CodeField
            key={`${own} ${file.name}`}
            target={spec.name}
            file={file.name}
            value={file.text}
            mark={mark?.file === file.name ? mark : undefined}
            exception={raised}
            onShowLine={(line) => actions.showCode({ file: file.name, line })}
            check={check}
            onCommit={commit}
          />
        </Split>
      </div>
    </div>
  );
}

function hasCalls(problem: Problem): problem is Problem & CodeException {
  return problem.calls !== undefined;
}

interface FileOutlineProps {
  readonly spec: TargetSpec;
  readonly read: TargetFilesAnswer | undefined;
  /** Whether the page shows the files' problem elsewhere. */
  readonly isSaid: boolean;
  readonly outcome: TargetOutcome | undefined;
  readonly stage: number;
  /** The problem of the exception that ended a check or rule. */
  readonly ended: Problem | undefined;
}

/**
 * The definitions of the files in order, with the counts of what each took and refused; or why the files define no
 * target.
 */
function FileOutline({ spec, read, isSaid, outcome, stage, ended }: FileOutlineProps) {
  // Imports that are missing come first: a check that uses one raises until the import has a value.
  const isAsking = read?.givable.some(({ kind }) => kind === "missing") === true;
  const values = <GivenValues spec={spec} names={read?.givable ?? []} />;
  const raising = read && raisingCheck(ended, read);
  const counts = (list: "entries" | "rules", name: string) => outcome?.[list].find((own) => own.name === name);
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto pt-1.5">
      {read?.problem && !isSaid && (
        <p className="text-danger">
          Line {read.problem.line} of {read.problem.file}: <Prose text={read.problem.message} />
        </p>
      )}
      {read?.problem && values}
      {read && !read.problem && (
        <>
          {isAsking && values}
          <Outline
            title={`${plural(read.entries.length, "pattern")}${read.entries.length > 1 ? ", tried in this order" : ""}`}
            lines={read.entries.map(({ name, hasCheck, place }) => ({
              name,
              place,
              note: hasCheck ? "" : "no check",
              counts: counts("entries", name),
            }))}
            empty="MergeComposite has nothing to do for this target."
            stage={stage}
            raising={raising}
          />
          <Outline
            title={plural(read.rules.length, "operator rule")}
            lines={read.rules.map(({ name, place }) => ({ name, place, note: "", counts: counts("rules", name) }))}
            empty="AnnotateTarget gives this target only composites."
            stage={stage}
            raising={raising}
          />
          {!isAsking && values}
          {read.standIns.length > 0 && (
            <section>
              <h3 className="font-semibold">Not part of TVM 0.19.0</h3>
              <p className="text-ink-3">
                The file imports these. It runs until it uses one. If one is of a file of yours, open both files together.
              </p>
              <ul className="font-mono text-note">
                {read.standIns.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}

interface OutlineLine {
  readonly name: string;
  readonly place: CodePlace | undefined;
  readonly note: string;
  readonly counts: OutcomeCounts | undefined;
}

interface OutlineProps {
  readonly title: string;
  readonly lines: readonly OutlineLine[];
  readonly empty: string;
  /** The stage of the refused nodes. */
  readonly stage: number;
  readonly raising: RaisingCheck | undefined;
}

const link = "rounded text-left hover:text-accent hover:underline";

/**
 * Entries or rules in order, with how often each matched. Pressing one shows its check in the file. Below it are the
 * places that it refused.
 */
function Outline({ title, lines, empty, stage, raising }: OutlineProps) {
  const { actions } = usePage();
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {lines.length === 0 && <p className="text-ink-3">{empty}</p>}
      <ol className="flex flex-col">
        {lines.map(({ name, place, note, counts }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the table
          <li key={at} className="border-t border-line py-0.5 text-small">
            <div className="flex gap-2">
              <span className="min-w-0 flex-1 font-mono break-words">
                {place ? (
                  <button type="button" title={`Show line ${place.line}`} onClick={() => actions.showCode(place)} className={link}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </span>
              <span className="shrink-0 text-ink-3">
                {counts !== undefined && counts.accepted > counts.taken && (
                  <span title="The others are inside composites">says yes to {counts.accepted}, </span>
                )}
                {raising && isRaising({ name, place }, raising)
                  ? "raises"
                  : (counts?.taken ?? 0) > 0
                    ? `takes ${counts?.taken}`
                    : "takes none"}
                {note !== "" && `, ${note}`}
              </span>
            </div>
            {counts !== undefined && counts.refused > 0 && <RefusedPlaces counts={counts} stage={stage} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
