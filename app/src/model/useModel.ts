/** A model file being opened: read and described in a worker of its own, imported anew whenever sizes change. */
import { type ImportedModel, type ModelDescription, type ModelProgress, type ModelReader, openModel } from "@relayscope/engine/models";
import { useEffect, useRef, useState } from "react";
import { startModelWorker } from "./modelWorker.ts";

/** A size as it is written in its field: a number, or `?` for dynamic. */
export type SizeTexts = ReadonlyMap<string, string>;

export interface ModelState {
  readonly description: ModelDescription | undefined;
  /** What the sizes at hand give; undefined while it is made. */
  readonly imported: ImportedModel | undefined;
  readonly progress: ModelProgress | undefined;
  /** Why the file cannot be opened. */
  readonly failure: string | undefined;
  readonly sizes: SizeTexts;
  readonly keepsParameters: boolean;
  setSize(key: string, text: string): void;
  setKeepsParameters(keeps: boolean): void;
}

/** A pause of this length in typing sizes starts an import, in milliseconds. */
const typingPause = 250;

export function useModel(file: Blob): ModelState {
  const [description, setDescription] = useState<ModelDescription>();
  const [imported, setImported] = useState<ImportedModel>();
  const [progress, setProgress] = useState<ModelProgress>();
  const [failure, setFailure] = useState<string>();
  const [sizes, setSizes] = useState<SizeTexts>(new Map());
  const [keepsParameters, setKeepsParameters] = useState(false);
  const reader = useRef<ModelReader>(undefined);
  useEffect(() => {
    const worker = startModelWorker();
    reader.current = openModel(worker, file, {
      opened(found) {
        setDescription(found);
        setSizes(new Map(found.unknownSizes.map((s) => [s.key, String(s.guess)])));
      },
      imported(model) {
        setImported(model);
        setProgress(undefined);
      },
      progress: setProgress,
      failed(message) {
        setFailure(message);
        setProgress(undefined);
      },
    });
    return () => worker.terminate();
  }, [file]);
  useEffect(() => {
    if (!description || [...sizes.values()].some((text) => sizeOf(text) === undefined)) return;
    setImported(undefined);
    setFailure(undefined);
    const timer = setTimeout(() => {
      reader.current?.import({ keepsParameters, sizes: [...sizes].map(([key, text]) => [key, sizeOf(text) ?? "?"]) });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [description, sizes, keepsParameters]);
  return {
    description,
    imported,
    progress,
    failure,
    sizes,
    keepsParameters,
    setSize: (key, text) => setSizes((before) => new Map(before).set(key, text)),
    setKeepsParameters,
  };
}

/** What is written in a field; undefined where it is no size. */
export function sizeOf(text: string): number | "?" | undefined {
  const trimmed = text.trim();
  if (trimmed === "?") return "?";
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : undefined;
}
