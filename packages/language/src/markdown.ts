/** Cards that the editor shows over names, as Markdown. */
import {
  type AttrField,
  type Attrs,
  type AttrValue,
  attrText,
  attrValuesEqual,
  type OperatorSignature,
  type Type,
  typeText,
} from "@relayscope/ir";

/** A block of Relay. */
export function relayBlock(text: string): string {
  return `\`\`\`relay\n${text}\n\`\`\``;
}

/** An attribute's value as the reference prints it. */
export function valueText(value: AttrValue): string {
  return typeof value === "string" ? JSON.stringify(value) : attrText(value);
}

/** `int[] = [1, 1]`; a required field has no default. */
export function fieldText(field: AttrField): string {
  return field.default === undefined ? `${field.type}, required` : `${field.type} = ${valueText(field.default)}`;
}

/** `nn.conv2d(data, weight) -> Tensor[...]`. */
export function signatureText(operator: OperatorSignature, result?: Type): string {
  const args = operator.args.join(", ");
  return `${operator.name}(${args})${result ? ` -> ${typeText(result)}` : ""}`;
}

/**
 * What an operator does, and its attributes: of a call, with the values that they have there; of none, with their
 * defaults.
 */
export function operatorCard(operator: OperatorSignature, attrs: Attrs | undefined, result: Type | undefined): string {
  const parts = [relayBlock(signatureText(operator, result)), operator.description];
  const fields = operator.attrs?.fields ?? [];
  if (fields.length > 0) {
    const rows = fields.map((field, i) => {
      const value = attrs?.schema.fields[i]?.name === field.name ? attrs.values[i] : undefined;
      const fallback = field.default === undefined ? "required" : code(valueText(field.default));
      if (!attrs) return `| ${code(field.name)} | ${fallback} | ${cell(field.doc ?? "")} |`;
      const isSet = value !== undefined && (field.default === undefined || !attrValuesEqual(value, field.default));
      return `| ${code(field.name)} | ${isSet ? `**${code(valueText(value))}**` : ""} | ${fallback} |`;
    });
    const head = attrs ? "| attribute | here | default |\n| --- | --- | --- |" : "| attribute | default | |\n| --- | --- | --- |";
    parts.push([head, ...rows].join("\n"));
  }
  if (operator.fusionKind) parts.push(`Fuses as ${code(operator.fusionKind)}.`);
  return parts.join("\n\n");
}

export function code(text: string): string {
  return `\`${cell(text).replaceAll("`", "'")}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
