/** Opens a file that the user gives, by its kind. */
import type { TargetFile } from "@relayscope/engine";
import { listed } from "@relayscope/engine";
import { isModelName, modelEndings } from "@relayscope/engine/models";
import {
  type ArchivedFile,
  decodeText,
  fileProblems,
  foreignFormat,
  isArchive,
  limits,
  listArchive,
  openArchived,
  unpack,
  unpackedName,
} from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";
import type { ModelArchive, OpenedModel } from "../model.ts";
import type { PageStorage } from "../storage.ts";
import type { ActionContext, Opening } from "./context.ts";
import { overLimit } from "./overLimit.ts";
import { isPython } from "./targetFiles.ts";

interface ModelWays extends Pick<ActionContext, "notify"> {
  openModel(model: OpenedModel): void;
}

/** What opens a file of each kind. */
interface Ways extends ModelWays {
  openTargetFiles(files: readonly TargetFile[]): Promise<void>;
  /** Opens what a notebook defines or builds. Returns why the text is to be opened instead. */
  openNotebook(file: TargetFile): Promise<string | undefined>;
  readonly storage: PageStorage;
  openSnapshot(snapshot: Snapshot): void;
  openLesson(text: string): void;
  /** Returns whether the text is a recording. */
  openRecording(text: string, opening: Opening): Promise<boolean>;
  /** `words` describe the document. */
  openText(text: string, words: string): void;
}

/** Every lesson has such a line, and no other text does. */
const lessonBlock = /^```(?:lesson|step)[ \t\r]*$/m;

const isMarkdown = ({ name }: File) => /\.(?:md|markdown)$/i.test(name);

const neither = (what: string) => `${what} was not opened: it is neither a lesson nor Markdown with Relay in a block.`;

/** Whether a block of a Markdown text has a line that only Relay has. */
function hasRelayBlock(markdown: string): boolean {
  let isInside = false;
  return markdown.split("\n").some((line) => {
    if (/^[ \t>]*(?:```|~~~)/.test(line)) isInside = !isInside;
    return isInside && /^[ \t>]*(?:def @|fn *\(|#\[version|%\w+ = |let %|free_var %)/.test(line);
  });
}

/** Opens a model of an archive, unless another file was opened meanwhile; the dialog offers the others. */
export async function openModelOf(archive: ModelArchive, entry: ArchivedFile, opening: Opening, ways: ModelWays): Promise<void> {
  const opened = await openArchived(archive.file, entry, `\`${archive.file.name}\``);
  if (!opening.isWanted()) return opening.sayDropped(archive.file.name);
  if (opened.kind === "ok") ways.openModel({ file: new File([opened.file], entry.name), archive });
  else ways.notify({ id: "file", tone: "error", text: opened.message });
}

/** Opens the Python files of an archive as one target. */
async function openPythonOf(file: File, python: readonly ArchivedFile[], opening: Opening, ways: Ways): Promise<void> {
  const refusal = overLimit(python);
  if (refusal !== undefined) return ways.notify({ id: "file", tone: "error", text: refusal });
  const files: TargetFile[] = [];
  for (const entry of python) {
    const opened = await openArchived(file, entry, `\`${file.name}\``);
    if (opened.kind !== "ok") return ways.notify({ id: "file", tone: "error", text: opened.message });
    files.push({ name: entry.name, text: await opened.file.text() });
  }
  if (!opening.isWanted()) return opening.sayDropped(file.name);
  await ways.openTargetFiles(files);
}

/** Opens the first model of an archive; if there is none, its Python files. */
async function openArchive(file: File, opening: Opening, ways: Ways): Promise<void> {
  const what = `\`${file.name}\``;
  const listed = await listArchive(file, what);
  const found = listed.kind === "ok" ? listed.files : [];
  const models = found.filter(({ name }) => isModelName(name));
  const [first] = models;
  if (first) return openModelOf({ file, models }, first, opening, ways);
  const python = found.filter(isPython);
  if (python.length > 0) return openPythonOf(file, python, opening, ways);
  const text = listed.kind === "ok" ? fileProblems.noModel(what, modelEndings) : listed.message;
  if (opening.isWanted()) ways.notify({ id: "file", tone: "error", text });
  else opening.sayDropped(file.name);
}

interface FileWays extends Pick<ActionContext, "notify"> {
  openFile(file: File): Promise<void>;
  openPython(files: readonly File[]): Promise<unknown>;
}

/** Opens Python files together as one target, and the first of the others; a notice names the rest. */
export async function openFiles(files: readonly File[], { openFile, openPython, notify }: FileWays): Promise<void> {
  const [first, ...left] = files.filter((file) => !isPython(file));
  // The target's own flow is then made for the model that is opened with it.
  if (first) await openFile(first);
  await openPython(files);
  sayLeft(left, (file) => void openFile(file), notify);
}

/** Names the files that were given together with one that was opened. */
function sayLeft(left: readonly File[], open: (file: File) => void, notify: FileWays["notify"]): void {
  const [first, ...others] = left;
  if (!first) return;
  const named = left.slice(0, mostNamed).map(({ name }) => `\`${name}\``);
  const more = left.length - named.length;
  const text = `${listed(more > 0 ? [...named, `${more} more`] : named)} ${left.length === 1 ? "was" : "were"} not opened: one model is opened at a time.`;
  const action = others.length === 0 ? { action: { label: "Open it", run: () => open(first) } } : {};
  notify({ id: "left", tone: "warning", text, ...action });
}

/** How many files a notice names. */
const mostNamed = 3;

/** Unpacks and opens a file, unless another was opened meanwhile. A notice says why it could not be opened. */
export async function openGiven(given: File, opening: Opening, ways: Ways): Promise<void> {
  const what = `\`${given.name}\``;
  const refuse = (text: string) => ways.notify({ id: "file", tone: "error", text });
  const unpacked = await unpack(given, what);
  if (unpacked.kind === "refused") {
    return opening.isWanted() ? refuse(unpacked.message) : opening.sayDropped(given.name);
  }
  const file = unpacked.file === given ? given : new File([unpacked.file], unpackedName(given.name));
  const foreign = foreignFormat(file.name);
  if (foreign) return refuse(fileProblems.foreign(what, foreign));
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (isArchive(start)) return openArchive(file, opening, ways);
  // A model may have any name.
  if (isModelName(file.name) || !decodeText(start)) {
    return opening.isWanted() ? ways.openModel({ file }) : opening.sayDropped(file.name);
  }
  if (file.size > limits.textBytes) return refuse(fileProblems.textTooLarge(what));
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (!decoded) return refuse(fileProblems.notText(what));
  const content = decoded.text;
  const { decodeFile } = await ways.storage.warm();
  if (!opening.isWanted()) return opening.sayDropped(file.name);
  if (lessonBlock.test(content)) return ways.openLesson(content);
  if (isMarkdown(file)) {
    return hasRelayBlock(content) ? ways.openText(content, `${what} is open as a new document.`) : refuse(neither(what));
  }
  const opened = decodeFile(content);
  if (opened.kind === "ok") ways.openSnapshot(opened.snapshot);
  else if (opened.kind === "error") refuse(opened.message);
  else if (!(await ways.openRecording(content, opening))) {
    const why = await ways.openNotebook({ name: file.name, text: content });
    if (why === undefined) return;
    if (opening.isWanted()) ways.openText(content, `${why} ${what} is open as a new document.`.trim());
    else opening.sayDropped(file.name);
  }
}
