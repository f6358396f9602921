/** Reports what edits of the settings changed, once their runs have ended. Loaded with the first such edit. */
import { editSentences } from "../../inspector/whatIf/editSentence.ts";
import { plural } from "../../ui/format.ts";
import { cameTo, isSameDocument, outcomeOf } from "../changes.ts";
import { isOtherText } from "../drawn.ts";
import { type Notice, type NoticeAction, type PageDocument, type PageState, settingsOf } from "../model.ts";
import type { ActionContext } from "./context.ts";

/** An edit of the settings, with the page before it and right after it. */
export interface MadeEdit {
  readonly before: PageState;
  readonly after: PageState;
  /** The epoch of its run. A later run belongs to the same edit as long as nothing else was edited. */
  readonly epoch: number;
}

/** The notice about an edit, with a button. */
export interface SaidEdit {
  readonly id: string;
  readonly action: NoticeAction;
  /** The text of the notice for a change of the counts, `4 → 3 regions.`; the change is empty if it is not known. */
  readonly words: (change: string) => string;
  /** Describes counts that did not change; empty by default. */
  readonly same?: (regions: string) => string;
  /** Whether a run that failed is reported here. Otherwise the place that was edited reports it. */
  readonly saysFailure?: boolean;
}

/**
 * The pass that failed, at the line of the target's file that raised; the list of problems has its words. The reason
 * for the input is the first of its errors.
 */
function failureOf({ run }: PageState): Pick<Notice, "text" | "place"> | undefined {
  const failed = run.stages.find(({ status }) => status === "failed");
  if (!failed) return undefined;
  const at = run.problems.find(({ calls, pass }) => calls && pass === failed.pass)?.calls?.at(-1);
  if (!at) {
    const reason = failed.reason || run.problems.find(({ severity }) => severity === "error")?.message;
    return { text: reason ? `\`${failed.pass}\` failed: ${reason}` : `\`${failed.pass}\` failed.` };
  }
  const { file, line } = at;
  return { text: `\`${failed.pass}\` failed at line ${line} of \`${file}\`.`, place: { file, line } };
}

/** The first two sentences of an answer; the inspector has all of it. */
const begun = (answer: string) => /^(?:.*?[.?!](?: |$)){1,2}/.exec(answer)?.[0].trim() ?? answer;

/** Why the run on screen offloads nothing; undefined if it offloads something, or has no operators. */
async function reasons({ getState, engine }: ActionContext): Promise<string | undefined> {
  const { run } = getState();
  const last = run.stages.at(-1);
  if (!last || last.summary.offloaded > 0 || last.summary.operators === 0) return undefined;
  const answers = await engine.explain(run.epoch, last.stage).catch(() => []);
  return answers[0] && begun(answers[0].answer);
}

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== "").join(" ");

/**
 * Reports the outcome of an edit once its run has ended, and again after each run that continues the edit: further
 * typing, or the flow that follows it.
 */
export function sayOutcome(context: ActionContext, { before, after, epoch }: MadeEdit, said: SaidEdit): void {
  const { store, notify, dismiss, getState } = context;
  const { id, action, words, same = () => "", saysFailure = false } = said;
  const was = outcomeOf(before);
  const isSame = ({ past, document }: PageState) => past === after.past && document.text === after.document.text;
  const say = (notice: Pick<Notice, "text" | "tone"> & Partial<Notice>) =>
    notice.text === "" ? dismiss(id) : notify({ id, action, ...notice });
  let seen: PageState["run"] | undefined;

  async function look(state: PageState): Promise<void> {
    const { run } = state;
    if (run === seen || run.status !== "finished" || run.epoch < epoch) return;
    seen = run;
    const failure = failureOf(state);
    if (failure) {
      if (saysFailure) say({ tone: "error", ...failure, text: joined(words(""), failure.text) });
      else say({ tone: "info", text: words("") });
      return;
    }
    const why = await reasons(context);
    if (getState().run !== run || !isSame(getState())) return;
    const now = outcomeOf(state);
    const change = was && now && now.operators > 0 ? (cameTo(was, now) ?? same(plural(now.regions, "region"))) : "";
    if (why === undefined) say({ tone: "info", text: words(change) });
    else say({ tone: "warning", text: joined(words(change), why), hasReasons: true });
  }

  const stop = store.subscribe((state) => {
    if (isSame(state)) void look(state);
    else stop();
  });
  if (isSame(getState())) void look(getState());
  else stop();
}

/** The name of another target, with a sentence about its flow. */
export type SwitchedTo = readonly [name: string, flow: string];

/** Reports the outcome of an edit of the target's files, or of the choice of another target. */
export function sayEdit(context: ActionContext, made: MadeEdit, action: NoticeAction, to: SwitchedTo | undefined): void {
  const { target } = made.before.document;
  const edited = (change: string) => `The edit of \`${made.after.document.target}\`: ${change}`;
  if (!to) sayOutcome(context, made, { id: "applied", action, words: (change) => (change === "" ? "" : edited(change)) });
  else if (to[0] !== target)
    sayOutcome(context, made, {
      id: "flow",
      action,
      words: (change) => (change === "" ? to[1] : joined(`\`${target}\` → \`${to[0]}\`:`, change, to[1])),
      same: (regions) => `${regions} as before.`,
      saysFailure: true,
    });
}

/** Reports at once what undo or redo did, and then how the run changed. */
export function sayTravel(context: ActionContext, made: MadeEdit, from: "past" | "future", action: NoticeAction): void {
  if (made.after.past !== context.getState().past) return;
  const lead = `${from === "past" ? "Undone" : "Redone"}: ${changeBetween(made) ?? turned(made.before.document, made.after.document)}.`;
  context.notify({ id: "undone", tone: "info", text: lead, action });
  sayOutcome(context, made, { id: "undone", action, words: (change) => joined(lead, change) });
}

/** The applied change that undo or redo took back or made again; undefined if the step was something else. */
function changeBetween({ before, after }: MadeEdit): string | undefined {
  const isStep = (from: PageDocument | undefined, to: PageDocument) =>
    from !== undefined &&
    ((isSameDocument(from, before.document) && isSameDocument(to, after.document)) ||
      (isSameDocument(from, after.document) && isSameDocument(to, before.document)));
  const change = before.changes.findLast(({ from, document }) => isStep(from, document));
  if (!change) return undefined;
  return [editSentences(change.edits).join("; "), ...againIn(before.document, after.document)].join(", ");
}

/** Whether the passes run on a module that came partitioned, if that differs. */
function againIn(from: PageDocument, to: PageDocument): readonly string[] {
  const isAgain = settingsOf(to).partitionsAgain;
  return settingsOf(from).partitionsAgain === isAgain ? [] : [`the module is ${isAgain ? "" : "not "}partitioned again`];
}

/** What undo or redo did to a document. */
function turned(from: PageDocument, to: PageDocument): string {
  if (isOtherText(from.text, to.text)) return "the other document is on the page again";
  if (from.target !== to.target) return `\`${to.target}\` is the target again, in place of \`${from.target}\``;
  const named = (document: PageDocument) => new Map(document.customTargets.map((target) => [target.name, JSON.stringify(target)]));
  const [was, is] = [named(from), named(to)];
  const parts = [
    ...(from.text === to.text ? [] : ["the change of the text"]),
    ...[...new Set([...was.keys(), ...is.keys()])]
      .filter((name) => was.get(name) !== is.get(name))
      .map((name) => `the edit of \`${name}\``),
    ...(JSON.stringify(from.pipeline) === JSON.stringify(to.pipeline) ? [] : ["the change of the pipeline"]),
    ...(from.optLevel === to.optLevel ? [] : [`the opt level is ${to.optLevel} again`]),
    ...(from.bindParameters === to.bindParameters ? [] : [`parameters are ${to.bindParameters ? "" : "not "}bound again`]),
    ...againIn(from, to),
  ];
  return parts.length > 0 ? parts.join(", ") : "nothing differs";
}
