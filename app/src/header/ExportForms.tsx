import type { ExportFormat, ExportRequest } from "@relayscope/engine";
import { paletteOf } from "@relayscope/palette";
import { useState } from "react";
import { shownColors } from "../picture/colors/shownColors.ts";
import { shownStage } from "../state/model.ts";
import { usePage } from "../state/page.ts";
import { isOffline, pageAddress } from "../state/site.ts";
import { snapshotOf } from "../state/snapshots.ts";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/saveFile.ts";
import { svgToPng } from "./svgToPng.ts";

interface Form {
  readonly label: string;
  readonly hint: string;
  readonly format: ExportFormat | "text" | "html";
  readonly ending: string;
  readonly type: string;
}

const forms: readonly Form[] = [
  { label: "SVG", hint: "The picture as it is seen, sharp at every size", format: "svg", ending: "svg", type: "image/svg+xml" },
  { label: "PNG", hint: "The picture at twice its size", format: "svg", ending: "png", type: "image/png" },
  { label: "DOT", hint: "The graph for Graphviz", format: "dot", ending: "dot", type: "text/vnd.graphviz" },
  { label: "Relay", hint: "The text of the stage", format: "text", ending: "relay", type: "text/plain" },
  {
    label: "Markdown",
    hint: "The passes, the regions and what splits them, for an issue",
    format: "markdown",
    ending: "md",
    type: "text/markdown",
  },
  {
    label: "Python",
    hint: "A script that runs the same in TVM 0.19.0 and compares the regions",
    format: "python",
    ending: "py",
    type: "text/x-python",
  },
  {
    label: "HTML file",
    hint: "The page with this picture inside: opens in a browser without a server or a network",
    format: "html",
    ending: "html",
    type: "text/html",
  },
];

/** An offline file can't make another one, as it does not contain the template. */
const offered = isOffline ? forms.filter((form) => form.format !== "html") : forms;

/** The name of an exported file. A script with the name of the library would import itself instead of the library. */
export function exportName({ ending }: { readonly ending: string }): string {
  return ending === "py" ? "partition.py" : `relayscope.${ending}`;
}

async function fileTemplate(): Promise<string> {
  const response = await fetch("./offline.html");
  if (!response.ok) throw new Error(`The page for a file of its own could not be loaded (${response.status}).`);
  return response.text();
}

/** Exports the shown stage as a file. */
export function ExportForms({ link }: { readonly link: string | undefined }) {
  const page = usePage();
  const { engine, store, graphs, viewports, storage } = page;
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  async function contentOf({ format, ending }: Form): Promise<string | Blob | undefined> {
    const state = store.getState();
    const stage = Math.min(shownStage(state), state.run.stages.length - 1);
    const { epoch } = state.run;
    if (format === "text") return (await engine.text(epoch, stage)).text;
    if (format === "html") {
      const { htmlFile } = await storage.warm();
      const file = htmlFile(await fileTemplate(), snapshotOf(state, viewports), pageAddress());
      if (file.kind === "html") return file.text;
      setProblem(file.reason);
      return undefined;
    }
    const picture = graphs.latest(stage);
    const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
    const colors = picture && format === "svg" ? await shownColors(page, picture, paletteOf(theme)) : undefined;
    const request: ExportRequest = {
      format,
      title: state.document.title || `${state.document.target}: ${state.run.stages[stage]?.pass ?? ""}`,
      theme,
      ...(link === undefined ? {} : { link }),
      ...(picture ? { picture } : {}),
      ...(colors ? { colors } : {}),
    };
    const answer = await engine.exportStage(epoch, stage, request);
    if (answer.kind === "refused") {
      setProblem(answer.reason);
      return undefined;
    }
    return ending === "png" ? svgToPng(answer.text) : answer.text;
  }

  async function take(form: Form): Promise<void> {
    const content = await contentOf(form);
    if (content !== undefined) saveFile(exportName(form), form.type, content);
  }

  async function printStage(): Promise<void> {
    const { printPicture } = await import("../print/printPicture.tsx");
    await printPicture(page);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    setProblem("");
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section aria-label="Export" className="mt-5 border-t border-line pt-3">
      <h3 className="mb-2 font-semibold">Export the stage</h3>
      <div className="flex flex-wrap gap-2">
        {offered.map((form) => (
          <Button key={form.label} look="outline" title={form.hint} disabled={isBusy} onClick={() => void attempt(() => take(form))}>
            {form.label}
          </Button>
        ))}
        <Button
          look="outline"
          title="The whole picture and the list of regions, on paper"
          disabled={isBusy}
          onClick={() => void attempt(printStage)}
        >
          Print
        </Button>
        {!isOffline && (
          <a
            href="./relayscope.py"
            download
            title="Opens modules from Python, and records what TVM's passes do"
            className="inline-flex h-7 items-center rounded-md border border-line-strong px-2.5 font-medium hover:bg-hover"
          >
            relayscope.py
          </a>
        )}
      </div>
      {problem !== "" && (
        <p role="alert" className="mt-2 text-small text-danger">
          {problem}
        </p>
      )}
    </section>
  );
}
