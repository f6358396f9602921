import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { usePage } from "./page.ts";

/** True from a turn after it is wanted on: what comes to the page then does so in a task of its own. */
export function useInTurn(isWanted: boolean): boolean {
  const { turns } = usePage();
  const [isTaken, setTaken] = useState(false);
  useEffect(() => (isWanted && !isTaken ? turns.ask(() => flushSync(() => setTaken(true))) : undefined), [turns, isWanted, isTaken]);
  return isTaken;
}
