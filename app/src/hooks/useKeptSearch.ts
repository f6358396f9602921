import { usePageState } from "../state/page.ts";
import { useExpanded } from "./useExpanded.ts";
import { type Begin, type Search, useSearch } from "./useSearch.ts";

/** A search that a link and a reload begin again once the run has ended. Another run does not. */
export function useKeptSearch<T>(key: string, begin: Begin<T>): Search<T> {
  const [isKept, keep] = useExpanded(`search ${key}`);
  const isOver = usePageState((s) => s.run.status === "finished");
  const { start, stop, ...found } = useSearch(key, begin, isKept && isOver);
  return {
    ...found,
    start: () => {
      start();
      keep(true);
    },
    stop: () => {
      keep(false);
      stop();
    },
  };
}
