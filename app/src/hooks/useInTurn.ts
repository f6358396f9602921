import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { usePage } from "../state/page.ts";

/** Becomes true one turn after `isWanted`, so that the dependent content is rendered in a separate task. */
export function useInTurn(isWanted: boolean): boolean {
  const { turns } = usePage();
  const [isTaken, setTaken] = useState(false);
  useEffect(() => (isWanted && !isTaken ? turns.ask(() => flushSync(() => setTaken(true))) : undefined), [turns, isWanted, isTaken]);
  return isTaken;
}
