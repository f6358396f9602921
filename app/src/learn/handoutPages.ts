/** What each step of a handout shows next to its words: the picture of its module, and the target's operators. */
import type { Engine, TargetSpec } from "@relayscope/engine";
import type { LessonDocument } from "@relayscope/lessons";

/** What a step begins with. */
export interface Beginning {
  readonly document: LessonDocument;
  readonly stage: number;
  readonly mode: "map" | "operators" | undefined;
}

export interface StepPicture {
  /** An SVG document as an address. */
  readonly src: string;
  /** The earlier step, by number from 0, that has the same picture on its sheet. */
  readonly sameAs: number | undefined;
  /** The pass that it is after; empty for the input. */
  readonly pass: string;
}

/** The picture's room on a sheet of A4, in CSS pixels. */
const sheet = { width: 660, height: 420 };
/** Below this, the words of operators are too small for paper, and the map is shown. */
const leastScale = 0.5;

/** The document's targets that have rules or patterns to read and are not those of the step before. */
export function newTargets(own: Beginning, before: Beginning | undefined): readonly TargetSpec[] {
  const known = new Set(before?.document.customTargets.map((target) => JSON.stringify(target)));
  return own.document.customTargets.filter((target) => !known.has(JSON.stringify(target)));
}

/** The steps, by number from 0, whose picture differs from that of the step before. */
export function stepsWithPicture(beginnings: readonly Beginning[]): readonly number[] {
  return beginnings.flatMap((own, at) => {
    const isKnown = JSON.stringify(beginnings[at - 1]) === JSON.stringify(own);
    return isKnown || own.document.text === "" ? [] : [at];
  });
}

/** A picture as the text of an SVG document; undefined if there is nothing to draw. */
async function pictureOf(engine: Engine, epoch: number, { document, stage, mode }: Beginning): Promise<string | undefined> {
  await new Promise<void>((resolve) => engine.run({ ...document, epoch, trace: false }, (event) => event.kind !== "stage" && resolve()));
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] } as const;
  const pictured = (view: "map" | "operators") => ({ ...flags, view, wrap: true, paneSize: sheet });
  const { layout } = await engine.graph({ ...pictured("operators"), epoch, stage });
  const scale = Math.min(sheet.width / layout.width, sheet.height / layout.height);
  const picture = pictured(mode === "map" || scale < leastScale ? "map" : "operators");
  const drawn = await engine.exportStage(epoch, stage, { format: "svg", title: "", theme: "light", picture });
  return drawn.kind === "refused" ? undefined : drawn.text;
}

/**
 * Draws the pictures of all steps, by number from 0, in an engine of their own, and disposes of it. A step may have
 * none.
 */
export async function drawPictures(beginnings: readonly Beginning[], engine: Engine): Promise<ReadonlyMap<number, StepPicture>> {
  const pictures = new Map<number, StepPicture>();
  const drawn = new Map<string, { readonly step: number; readonly src: string }>();
  try {
    for (const at of stepsWithPicture(beginnings)) {
      const own = beginnings[at];
      if (!own) continue;
      const text = await pictureOf(engine, at + 1, own).catch(() => undefined);
      if (text === undefined) continue;
      const known = drawn.get(text);
      const src = known?.src ?? URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
      if (!known) drawn.set(text, { step: at, src });
      pictures.set(at, { src, sameAs: known?.step, pass: own.document.pipeline[own.stage - 1]?.pass ?? "" });
    }
  } finally {
    engine.dispose();
  }
  return pictures;
}
