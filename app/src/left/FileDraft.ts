/** Drafts of a target's files. */
import type { Engine, TargetFile, TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { overLength, overLimit } from "../state/actions/overLimit.ts";
import type { Page } from "../state/page.ts";
import { replacedSentence } from "../state/replacedTarget.ts";

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
