import { useEffect } from "react";
import { usePage } from "../state/page.ts";

/** Ends the pointing at nodes when a list unmounts. */
export function useUnpoint(): void {
  const { actions } = usePage();
  useEffect(() => () => actions.point([]), [actions]);
}
