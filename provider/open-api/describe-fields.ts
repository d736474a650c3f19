import type { JsonSchema } from './document.ts';

/** A row of a table. */
export interface Field {
  /** The field's path: `parts[].amount`. */
  name: string;
  type: string;
  /** The named schema of its type, if any. */
  reference: string | null;
  isRequired: boolean;
  note: string;
}

/** A schema's fields in the contract's order, each followed by its inner fields. */
export function describeFields(schema: JsonSchema): Field[] {
  return isScalar(schema) ? [describeField('', schema, true)] : innerFields('', schema);
}

function isScalar(schema: JsonSchema): boolean {
  return schema.properties === undefined && schema.type !== 'object';
}

function innerFields(name: string, schema: JsonSchema): Field[] {
  const prefix = name === '' ? '' : `${name}.`;
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    isSchema(property)
      ? [describeField(prefix + key, property, schema.required?.includes(key) === true), ...fieldsWithin(prefix + key, property)]
      : [],
  );
}

function fieldsWithin(name: string, schema: JsonSchema): Field[] {
  if (isSchema(schema.items)) return fieldsWithin(`${name}[]`, schema.items);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  if (choices.length > 0) return choices.flatMap((choice) => fieldsWithin(name, choice));
  return innerFields(name, schema);
}

function describeField(name: string, schema: JsonSchema, isRequired: boolean): Field {
  return { name, isRequired, type: typeOf(schema), reference: referenceOf(schema), note: noteOf(schema) };
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.filter(isSchema).map(typeOf).join(', ')}]`;
  if (isSchema(schema.items)) return `list of ${typeOf(schema.items)}`;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  if (choices.length > 0) return choices.map(typeOf).join(' | ');
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
}

function referenceOf(schema: JsonSchema): string | null {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .filter(isSchema)
    .map(referenceOf);
  return inner.find((name) => name !== null) ?? null;
}

function noteOf(schema: JsonSchema): string {
  const { default: standard, minimum, maximum, minLength, maxLength, format, pattern, description } = schema;
  const range = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : '';
  const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`;
  const example = Array.isArray(schema['examples']) ? `for example ${JSON.stringify(schema['examples'][0])}` : '';
  const shape = format ?? pattern ?? '';
  const usual = standard === undefined ? '' : `${JSON.stringify(standard)} when absent`;
  return joinNotes([description ?? '', range, length, shape, example, usual]);
}

/** Joins sentences and fragments into one line. */
export function joinNotes(notes: string[]): string {
  return notes
    .map((note) => note.replace(/\.$/, ''))
    .filter((note) => note !== '')
    .join('; ');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lastPart(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}
