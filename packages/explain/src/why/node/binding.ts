/** What would reverse a refusal: binding parameters, or another value of a setting. */
import type { Expr } from "@relayscope/ir";
import { called } from "../../names.ts";
import type { Refusal } from "../check/refusal.ts";
import { sentences } from "../sentences.ts";

/** The effect of binding parameters on a node that is a parameter, or computed from some. */
export function bindingSentence(node: Expr): string {
  const name = called(node);
  return node.kind === "Var" ? sentences.bindParameter(name) : sentences.bindComputed(name);
}

/** The condition that refuses, with the settings that it depends on; empty where the sentence says it already. */
export function conditionOf({ condition, settings }: Refusal): readonly string[] {
  return condition === "" ? [] : [sentences.condition(condition, settings)];
}

/** A refusal with the settings of the target that decided it. */
export function withSettings(sentence: string, { settings }: Refusal): string {
  return settings.length > 0 ? `${sentence} ${sentences.setting(settings)}` : sentence;
}
