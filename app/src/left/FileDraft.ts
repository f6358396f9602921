/** Drafts of a target's files, and those that the browser keeps because they do not work yet. */
import type { Engine, TargetFile, TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { overLength, overLimit } from "../state/actions/overLimit.ts";
import type { Page } from "../state/page.ts";
import { replacedSentence } from "../state/replacedTarget.ts";
import type { PageStorage } from "../state/storage.ts";

/** A text of a file that is not applied, and the applied text that it was written over. */
interface KeptDraft {
  readonly of: string;
  readonly base: string;
  readonly text: string;
}

/** The most drafts that are kept, and the most characters of one. */
const most = { drafts: 8, characters: 200_000 };

function isKeptDraft(value: unknown): value is KeptDraft {
  if (typeof value !== "object" || value === null) return false;
  const { of, base, text }: Partial<Record<keyof KeptDraft, unknown>> = value;
  return typeof of === "string" && typeof base === "string" && typeof text === "string";
}

function loadDrafts(storage: PageStorage): readonly KeptDraft[] {
  try {
    const value: unknown = JSON.parse(storage.loadText("code-drafts"));
    return Array.isArray(value) ? value.filter(isKeptDraft).slice(0, most.drafts) : [];
  } catch {
    return [];
  }
}

/** A target's file as the kept drafts name it. */
export function draftName(target: string, file: string): string {
  return JSON.stringify([target, file]);
}

/** What was written over the applied text `base` of a file and does not work; undefined if there is no such text. */
export function keptDraft(storage: PageStorage, of: string, base: string): string | undefined {
  return loadDrafts(storage).find((draft) => draft.of === of && draft.base === base)?.text;
}

/** Keeps what is written over the applied text of a file, beyond a reload; undefined forgets it. */
export function keepDraft(storage: PageStorage, of: string, base: string, text: string | undefined): void {
  const known = loadDrafts(storage);
  const others = known.filter((draft) => draft.of !== of);
  const isKept = text !== undefined && text !== base && Math.max(text.length, base.length) <= most.characters;
  if (!isKept && others.length === known.length) return;
  storage.saveText("code-drafts", JSON.stringify(isKept ? [{ of, base, text }, ...others].slice(0, most.drafts) : others));
}

const keyOf = (files: readonly TargetFile[]) => JSON.stringify(files);

/** Reads drafts, and applies those that work. */
export class FileDraft {
  private read = { key: "", name: "" };

  constructor(private readonly engine: Engine) {}

  /** Why files define no target; undefined if they define one. */
  async check(spec: TargetSpec, files: readonly TargetFile[]): Promise<TargetFilesAnswer["problem"]> {
    const [first] = files;
    const refused = (message: string) => ({ message, file: first?.name ?? "", line: 1, isNameless: false });
    const tooLarge = overLimit(files.map(({ text }) => ({ size: text.length })));
    if (tooLarge !== undefined) return refused(tooLarge);
    const { problem, name } = await this.engine.targetFiles({ ...spec, files });
    if (problem) return problem;
    const tooLong = overLength(name);
    if (tooLong !== undefined) return refused(tooLong);
    this.read = { key: keyOf(files), name };
    return undefined;
  }

  /** Applies files that were checked, under the name that they give the target. Returns that name. */
  apply({ actions, store }: Pick<Page, "actions" | "store">, spec: TargetSpec, files: readonly TargetFile[], isContinued: boolean): string {
    const name = (this.read.key === keyOf(files) && this.read.name) || spec.name;
    const edited = { ...spec, name, files };
    const { customTargets } = store.getState().document;
    const replaced = name === spec.name ? undefined : customTargets.find((other) => other.name === name);
    const replaces = replacedSentence(replaced, edited);
    actions.editTarget(spec.name, edited, isContinued);
    if (replaces !== "") {
      const action = actions.offerUndo();
      actions.notify({ id: "target", tone: "info", text: `The file defines \`${name}\`.${replaces}`, action });
    }
    return name;
  }
}
