/** Prints the shown stage: its whole picture as vectors, and the list of its regions. */
import { paletteOf } from "@relayscope/palette";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { shownColors } from "../picture/colors/shownColors.ts";
import { chosenColors, shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import { PrintSheet } from "./PrintSheet.tsx";
import "./print.css";

type Printed = Pick<Page, "store" | "engine" | "graphs" | "colorPlaces">;

/** A sheet that can replace the page on paper at once. */
export interface ReadySheet {
  /** Identifies its content; made by `sheetKey`. */
  readonly key: string;
  readonly element: HTMLElement;
  readonly discard: () => void;
}

/** A key for the content of a sheet; undefined if there is nothing to print yet. */
export function sheetKey({ store, graphs }: Printed): string | undefined {
  const state = store.getState();
  const { document: shown, run, view } = state;
  const stage = Math.min(shownStage({ document: shown, view }), run.stages.length - 1);
  if (stage < 0) return undefined;
  return JSON.stringify([run.epoch, stage, shown.title, shown.note, shown.target, chosenColors(state), graphs.latest(stage)]);
}

/** An SVG document as an image, once it is decoded. */
async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  return image;
}

/** The sheet of the shown stage, drawn outside of the page; undefined if there is no stage yet. */
export async function readySheet(page: Printed): Promise<ReadySheet | undefined> {
  const { store, engine, graphs } = page;
  const key = sheetKey(page);
  const { document: shown, run, view } = store.getState();
  const stage = Math.min(shownStage({ document: shown, view }), run.stages.length - 1);
  if (key === undefined) return undefined;
  const pass = run.stages[stage]?.pass ?? "";
  const picture = graphs.latest(stage);
  const colors = picture && (await shownColors(page, picture, paletteOf("light")));
  const asked = { ...(picture ? { picture } : {}), ...(colors ? { colors } : {}) };
  const [drawn, regions] = await Promise.all([
    engine.exportStage(run.epoch, stage, { format: "svg", title: "", theme: "light", ...asked }),
    engine.regions(run.epoch, stage),
  ]);
  if (drawn.kind === "refused") throw new Error(drawn.reason);
  const image = await imageOf(drawn.text);
  const element = document.createElement("section");
  element.className = "print-sheet";
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <PrintSheet
        title={shown.title || "Relayscope"}
        note={shown.note ?? ""}
        stage={`${pass}${shown.target === "" ? "" : ` for ${shown.target}`}`}
        picture={image}
        regions={regions}
      />,
    ),
  );
  await element.querySelector("img")?.decode();
  const discard = () => {
    root.unmount();
    element.remove();
    URL.revokeObjectURL(image.src);
  };
  return { key, element, discard };
}

/** Opens the browser's print dialog on a sheet. The sheet stays next to the page until the dialog closes. */
export async function printPicture(page: Printed): Promise<void> {
  const sheet = await readySheet(page);
  if (!sheet) return;
  document.body.append(sheet.element);
  addEventListener("afterprint", sheet.discard, { once: true });
  print();
}
