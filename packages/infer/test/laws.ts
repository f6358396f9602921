/** The laws that every pass keeps, checked with the packages' own tools. */
import { lawsOver } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import { parseModule, printModule, textDifference } from "@relayscope/text";
import { checkScopes, inferTypes } from "../src/index.ts";

export const { snapshot, brokenLaws } = lawsOver({ operators, checkScopes, inferTypes, parseModule, printModule, textDifference });
