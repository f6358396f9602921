import { useEffect } from "react";
import { usePage } from "../state/page.ts";

/** A list that goes away no longer points at nodes. */
export function useUnpoint(): void {
  const { actions } = usePage();
  useEffect(() => () => actions.point([]), [actions]);
}
