import { defaultEconomy } from '../economy.ts';
import { renderTerms } from './render-terms.ts';
import { type TermsNode, termsJsonSchema } from './terms-json-schema.ts';

const [FROM, TO] = ['<!-- fields: written by server/write-terms.ts -->', '<!-- /fields -->'];

/** The schema for editors. */
export function schemaDocument(): string {
  return `${JSON.stringify(termsJsonSchema(), null, 2)}\n`;
}

/** The source's terms, with each value explained. */
export function exampleDocument(): string {
  const head = [
    'The terms that a new JuFi begins with. docs/terms.md explains them; docs/terms.schema.json is for editors.',
    'Rates are basis points (100 are 1 %), amounts are decimal strings in the token’s own unit.',
  ];
  return renderTerms(defaultEconomy, head).replace('{\n', '{\n  "$schema": "../terms.schema.json",\n');
}

/** Updates the table of fields in a description of the terms. */
export function withFields(document: string): string {
  const [start, end] = [document.indexOf(FROM), document.indexOf(TO)];
  if (start < 0 || end < start) throw new Error('docs/terms.md has no place for the fields');
  const rows = fieldsOf([], termsJsonSchema()).map(({ path, what }) => `| \`${path}\` | ${what} |`);
  return `${document.slice(0, start)}${FROM}\n| Field | What it is |\n| --- | --- |\n${rows.join('\n')}\n${document.slice(end)}`;
}

function fieldsOf(path: readonly string[], { description, properties, items }: TermsNode): { path: string; what: string }[] {
  const own = description === undefined || path.length === 0 ? [] : [{ path: path.join('.'), what: description }];
  const inner = Object.entries(properties ?? {}).filter(([key]) => key !== '$schema');
  const below = inner.flatMap(([key, node]) => fieldsOf([...path, key], node));
  const rows = items === undefined ? [] : fieldsOf([...path.slice(0, -1), `${path.at(-1) ?? ''}[]`], items);
  return [...own, ...below, ...rows];
}
