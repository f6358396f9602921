/** Lessons in the address, which names a lesson of the course or holds a whole lesson. */
import type { Learning, PageState } from "./model.ts";
import type { Page } from "./page.ts";

/** The lesson that an address names or holds after its `#`; reports the problem of one that can't be read. */
export async function lessonByAddress(
  { storage, actions }: Pick<Page, "storage" | "actions">,
  hash: string,
): Promise<Learning | undefined> {
  const name = /^#lesson=([\w-]{1,100})$/.exec(hash)?.[1];
  if (name !== undefined) return { kind: "course", name };
  if (!hash.startsWith("#l=")) return undefined;
  const { decodeLesson } = await storage.warm();
  const opened = decodeLesson(hash);
  if (opened.kind === "error") actions.notify({ id: "link", tone: "error", text: opened.message });
  return opened.kind === "ok" ? { kind: "text", text: opened.text, isFromFile: false } : undefined;
}

/** An event of the window: the open lesson prints as its handout. */
export const printLessonEvent = "relayscope-print-lesson";

/** The lesson on the module that is on the page. It is apart from the course, and the document stays the user's. */
export const ownLesson = "your-module";

/** The fragment of a lesson of the course; empty for any other. */
export function lessonAddress(learning: Learning | undefined): string {
  return learning?.kind === "course" ? `#lesson=${learning.name}` : "";
}

/** Whether a lesson is open and owns the document on screen. */
export function isInLesson({ learning }: Pick<PageState, "learning">): boolean {
  return learning !== undefined && learning.kind !== "list" && !isOwnLesson(learning);
}

/** Whether it is the lesson on the user's own module. */
export function isOwnLesson(learning: Learning | undefined): boolean {
  return learning?.kind === "course" && learning.name === ownLesson;
}
