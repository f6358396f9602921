import type { TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";

/**
 * The definitions in a target's files, with their flow under the target's options on the shown model; undefined until
 * that is known, and if there are no files.
 */
export function useTargetFiles(spec: TargetSpec | undefined): TargetFilesAnswer | undefined {
  const { engine } = usePage();
  const [found, setFound] = useState<TargetFilesAnswer>();
  const epoch = usePageState((s) => s.run.epoch);
  const newest = useRef<unknown>(undefined);
  useEffect(() => {
    const own = {};
    newest.current = own;
    if (!spec?.files) return setFound(undefined);
    // An epoch that is no longer held has a newer one, for which the question is asked again.
    engine.targetFiles(spec, epoch).then(
      (answer) => newest.current === own && setFound(answer),
      () => undefined,
    );
  }, [engine, spec, epoch]);
  return found;
}
