export type {
  OperatorDefinition,
  OperatorDefinitions,
} from "./definition.ts";
export { families, operators } from "./operators.ts";
export type { RelationReporter, TypeRelation } from "./typeRelation.ts";
