/** Opening a file that the user gives: what it is decides where it goes. */
import { isModelName } from "@relayscope/engine/models";
import { fileProblems, limits, unpack, unpackedName } from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";
import type { PageStorage } from "../storage.ts";
import type { ActionContext, Opening } from "./context.ts";

/** Where files go by what they are. */
interface Ways extends Pick<ActionContext, "notify"> {
  readonly storage: PageStorage;
  openModel(file: File): void;
  openSnapshot(snapshot: Snapshot): void;
  openLesson(text: string): void;
  /** Answers whether the text is a recording. */
  openRecording(text: string, opening: Opening): Promise<boolean>;
  openText(text: string): void;
}

/** What every lesson has, and no other text. */
const lessonStep = /^```step\s*$/m;

/** Whether a file is to be opened as a model: by its name, else by bytes that no text has. */
async function isModel(file: File): Promise<boolean> {
  if (isModelName(file.name)) return true;
  return new Uint8Array(await file.slice(0, 64).arrayBuffer()).some((byte) => byte < 9);
}

/** Opens a file, unpacked, unless another was opened meanwhile. A sentence says why it is not opened. */
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
