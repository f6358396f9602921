/** The stage on screen on paper: its whole picture as vectors, and the list of its regions. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import { PrintSheet } from "./PrintSheet.tsx";
import "./print.css";

/** An SVG document as an image, once it can be drawn. */
async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  return image;
}

/** Opens the browser's dialog on a sheet that stands beside the page until it is printed or not. */
export async function printPicture({ store, engine, graphs }: Pick<Page, "store" | "engine" | "graphs">): Promise<void> {
  const { document: shown, run, view } = store.getState();
  const stage = Math.min(shownStage({ document: shown, view }), run.stages.length - 1);
  if (stage < 0) return;
  const pass = run.stages[stage]?.pass ?? "";
  const picture = graphs.latest(stage);
  const [drawn, regions] = await Promise.all([
    engine.exportStage(run.epoch, stage, { format: "svg", title: "", theme: "light", ...(picture ? { picture } : {}) }),
    engine.regions(run.epoch, stage),
  ]);
  if (drawn.kind === "refused") throw new Error(drawn.reason);
  const image = await imageOf(drawn.text);
  const sheet = document.createElement("section");
  sheet.className = "print-sheet";
  document.body.append(sheet);
  const root = createRoot(sheet);
  const end = () => {
    root.unmount();
    sheet.remove();
    URL.revokeObjectURL(image.src);
  };
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
  await sheet.querySelector("img")?.decode();
  addEventListener("afterprint", end, { once: true });
  print();
}
