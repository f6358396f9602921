/** `parameter-not-constant`: what binding parameters would do to a node that stands where a constant is asked for. */
import type { Expr } from "@relayscope/ir";
import { called } from "../../names.ts";
import { sentences } from "../sentences.ts";

/** What binding parameters would do to a node that is one, or that is computed from some. */
export function bindingSentence(node: Expr): string {
  const name = called(node);
  return node.kind === "Var" ? sentences.bindParameter(name) : sentences.bindComputed(name);
}
