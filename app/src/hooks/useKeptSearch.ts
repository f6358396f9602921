import { usePageState } from "../state/page.ts";
import { useExpanded } from "./useExpanded.ts";
import { type Begin, type Search, useSearch } from "./useSearch.ts";

/**
 * A search that starts again after a reload or from a link, once the run has ended. A later run does not restart it.
 */
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
