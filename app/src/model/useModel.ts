/** A model file being opened: its own worker reads and describes it, and imports it again whenever sizes change. */
import {
  type ImportedModel,
  type ModelDescription,
  type ModelProgress,
  type ModelReader,
  openModel,
  type SentValues,
  sizeOf,
  sizesIn,
  sizeTexts,
} from "@relayscope/engine/models";
import { useEffect, useMemo, useRef, useState } from "react";
import { useDelay } from "../hooks/useDelay.ts";
import { usePage, usePageState } from "../state/page.ts";
import { startModelWorker } from "./modelWorker.ts";

export interface ModelState {
  readonly description: ModelDescription | undefined;
  /** The import with the present sizes; undefined while it is made. */
  readonly imported: ImportedModel | undefined;
  readonly progress: ModelProgress | undefined;
  /** Why the file cannot be opened. */
  readonly failure: string | undefined;
  /** As written in their fields: a number, or `?` for dynamic. */
  readonly sizes: ReadonlyMap<string, string>;
  readonly keepsParameters: boolean;
  /** Element types that replace the file's for inputs, by name. */
  readonly dtypes: ReadonlyMap<string, string>;
  setSize(key: string, text: string): void;
  setKeepsParameters(keeps: boolean): void;
  setType(input: string, dtype: string): void;
  /** The values of the imported model's weights. */
  values(): Promise<SentValues | undefined>;
}

/** A pause of this length in typing sizes starts an import, in milliseconds. */
const typingPause = 250;

const noSizes: ReadonlyMap<string, string> = new Map();
const noTypes: ReadonlyMap<string, string> = new Map();

export function useModel(file: Blob): ModelState {
  const [description, setDescription] = useState<ModelDescription>();
  const [imported, setImported] = useState<ImportedModel>();
  const [progress, setProgress] = useState<ModelProgress>();
  const [failure, setFailure] = useState<string>();
  const { actions, store } = usePage();
  const sizes = usePageState((s) => s.modelFile?.sizes ?? noSizes);
  const [keepsParameters, setKeepsParameters] = useState(false);
  const [dtypes, setTypes] = useState(noTypes);
  const reader = useRef<ModelReader>(undefined);
  useEffect(() => {
    setDescription(undefined);
    setImported(undefined);
    setFailure(undefined);
    const worker = startModelWorker();
    reader.current = openModel(worker, file, {
      opened(found) {
        setDescription(found);
        setKeepsParameters(found.keepsParameters);
        actions.setModelSizes(sizeTexts(found, store.getState().modelFile?.sizes ?? noSizes));
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
  }, [file, actions, store]);
  const isSized = description?.unknownSizes.every(({ key }) => sizeOf(sizes.get(key) ?? "") !== undefined);
  const wanted = useMemo(
    () => (isSized ? { keepsParameters, dtypes: [...dtypes], sizes: sizesIn(sizes) } : undefined),
    [isSized, sizes, dtypes, keepsParameters],
  );
  const [asked, setAsked] = useState(wanted);
  if (wanted && wanted !== asked) {
    setAsked(wanted);
    setImported(undefined);
    setFailure(undefined);
  }
  useDelay(wanted, typingPause, () => wanted && reader.current?.import(wanted));
  return {
    description,
    imported,
    progress,
    failure,
    sizes,
    keepsParameters,
    dtypes,
    setSize: (key, text) => actions.setModelSizes(new Map(sizes).set(key, text)),
    setKeepsParameters,
    values: async () => reader.current?.values(),
    setType: (input, dtype) => setTypes(new Map(dtypes).set(input, dtype)),
  };
}
