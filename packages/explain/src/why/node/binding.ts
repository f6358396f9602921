/** Reports which change would reverse a refusal: bound parameters, or another value of a setting. */
import type { Expr } from "@relayscope/ir";
import { called } from "../../names.ts";
import { type Refusal, reasonsOf } from "../check/refusal.ts";
import { sentences } from "../sentences.ts";

/** The effect of binding parameters on a node that is a parameter, or computed from some. */
export function bindingSentence(node: Expr): string {
  const name = called(node);
  return node.kind === "Var" ? sentences.bindParameter(name) : sentences.bindComputed(name);
}

/**
 * The refusing conditions with the settings that they depend on. Conditions that the sentence contains are left out.
 */
export function conditionsOf(refusal: Refusal): readonly string[] {
  return reasonsOf(refusal).flatMap(({ condition, settings }) => (condition === "" ? [] : [sentences.condition(condition, settings)]));
}

/** A refusal with the settings of the target that decided it. */
export function withSettings(sentence: string, { settings }: Refusal): string {
  return settings.length > 0 ? `${sentence} ${sentences.setting(settings)}` : sentence;
}
