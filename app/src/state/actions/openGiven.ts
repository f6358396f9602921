/** Opens a file that the user gives, by its kind. */
import { isModelName } from "@relayscope/engine/models";
import { fileProblems, limits, unpack, unpackedName } from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";
import type { PageStorage } from "../storage.ts";
import type { ActionContext, Opening } from "./context.ts";

/** What opens a file of each kind. */
interface Ways extends Pick<ActionContext, "notify"> {
  readonly storage: PageStorage;
  openModel(file: File): void;
  openSnapshot(snapshot: Snapshot): void;
  openLesson(text: string): void;
  /** Returns whether the text is a recording. */
  openRecording(text: string, opening: Opening): Promise<boolean>;
  openText(text: string): void;
}

/** Every lesson has such a line, and no other text does. */
const lessonStep = /^```step\s*$/m;

/** Whether a file is a model: by its name, else by bytes that no text has. */
async function isModel(file: File): Promise<boolean> {
  if (isModelName(file.name)) return true;
  return new Uint8Array(await file.slice(0, 64).arrayBuffer()).some((byte) => byte < 9);
}

/** Unpacks and opens a file, unless another was opened meanwhile. A notice says why it could not be opened. */
export async function openGiven(given: File, opening: Opening, ways: Ways): Promise<void> {
  const what = `\`${given.name}\``;
  const refuse = (text: string) => ways.notify({ id: "file", tone: "error", text });
  const unpacked = await unpack(given, what);
  if (unpacked.kind === "refused") {
    if (opening.isWanted()) refuse(unpacked.message);
    return;
  }
  const file = unpacked.file === given ? given : new File([unpacked.file], unpackedName(given.name));
  if (await isModel(file)) {
    if (opening.isWanted()) ways.openModel(file);
    return;
  }
  if (file.size > limits.textBytes) return refuse(fileProblems.textTooLarge(what));
  const content = await file.text();
  const { decodeFile } = await ways.storage.warm();
  if (!opening.isWanted()) return opening.sayDropped(file.name);
  if (file.name.toLowerCase().endsWith(".md") || lessonStep.test(content)) return ways.openLesson(content);
  const opened = decodeFile(content);
  if (opened.kind === "ok") ways.openSnapshot(opened.snapshot);
  else if (opened.kind === "error") refuse(opened.message);
  else if (!(await ways.openRecording(content, opening))) {
    if (opening.isWanted()) ways.openText(content);
    else opening.sayDropped(file.name);
  }
}
