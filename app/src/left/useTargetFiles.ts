import type { TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { usePage } from "../state/page.ts";

/** What the files of a target define, with their flow under the target's options; undefined until that is known, and where there are no files. */
export function useTargetFiles(spec: TargetSpec | undefined): TargetFilesAnswer | undefined {
  const { engine } = usePage();
  const [found, setFound] = useState<TargetFilesAnswer>();
  const newest = useRef(spec);
  useEffect(() => {
    newest.current = spec;
    if (!spec?.files) return setFound(undefined);
    engine.targetFiles(spec.files, spec.flowOptions).then(
      (answer) => newest.current === spec && setFound(answer),
      () => undefined,
    );
  }, [engine, spec]);
  return found;
}
