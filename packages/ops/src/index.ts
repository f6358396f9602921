export {
  defineAttrs,
  defineOperator,
  type OperatorDefinition,
  type OperatorDefinitions,
  type OperatorParts,
  operatorTable,
  type RelationReporter,
  type TypeRelation,
} from "./definition.ts";
export { families, operators } from "./operators.ts";
