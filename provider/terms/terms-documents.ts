import { parse, type ParseError, printParseErrorCode, visit } from 'jsonc-parser';
import { z } from 'zod';
import { defaultEconomy, type Economy, economySchema } from '../economy.ts';

type ParsedTerms = { economy: Economy } | { mistakes: string[] };

/** Terms as an operator writes them: JSON with comments. Each error says where it is. */
export function parseTerms(text: string): ParsedTerms {
  const errors: ParseError[] = [];
  const document: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { mistakes: [`line ${lineOf(text, first.offset)}: ${printParseErrorCode(first.error)}`] };
  const repeated = findRepeated(text);
  if (repeated.length > 0) return { mistakes: repeated };
  return checkTerms(withoutEditorsKey(document));
}

function checkTerms(document: unknown): ParsedTerms {
  const checked = economySchema.safeParse(document);
  if (checked.success) return { economy: checked.data };
  return { mistakes: checked.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`)) };
}

/** For example `roles[2].priceUsdt`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}

/** Duplicate keys are refused, because parsers silently use the second value. */
function findRepeated(text: string): string[] {
  const seen: Set<string>[] = [];
  const repeated: string[] = [];
  visit(text, {
    onObjectBegin: () => void seen.push(new Set()),
    onObjectEnd: () => void seen.pop(),
    onObjectProperty: (name, offset) => {
      const names = seen.at(-1);
      if (names?.has(name) === true) repeated.push(`line ${lineOf(text, offset)}: "${name}" is written twice`);
      names?.add(name);
    },
  });
  return repeated;
}

function withoutEditorsKey(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== '$schema'));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

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

/** Terms as JSON with a comment on each value, to be edited and applied. */
export function renderTerms(economy: Economy, head: readonly string[] = []): string {
  const comments = head.map((line) => `// ${line}\n`).join('');
  return `${comments}${renderValue(economy, termsJsonSchema(), '')}\n`;
}

function renderValue(value: unknown, node: TermsNode, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    const items = value.map((item) => `${inner}${inline(item)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (!isRecord(value) || isLeaf(node)) return inline(value);
  const lines = Object.entries(value).map(([key, each], index, all) => {
    const child = node.properties?.[key] ?? node.additionalProperties ?? {};
    const comments = commentsOf(child).map((line) => `${inner}// ${line}\n`);
    return `${comments.join('')}${inner}${JSON.stringify(key)}: ${renderValue(each, child, inner)}${index < all.length - 1 ? ',' : ''}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** An object whose values are explained together is written on one line, and so is a text in several languages. */
function isLeaf({ properties = {}, additionalProperties }: TermsNode): boolean {
  if (additionalProperties?.type === 'string') return true;
  const children = Object.values(properties);
  return children.length > 0 && children.every(({ description, properties: more }) => description === undefined && more === undefined);
}

function commentsOf({ description, items }: TermsNode): string[] {
  const own = description === undefined ? [] : [description];
  const ofItems = Object.entries(items?.properties ?? {}).map(([key, { description: what = '' }]) => `- ${key}: ${what}`);
  return [...own, ...ofItems];
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`)
    .join(', ')} }`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The part of JSON Schema that is used here. */
interface TermsNode {
  description?: string;
  properties?: Record<string, TermsNode>;
  items?: TermsNode;
  additionalProperties?: TermsNode;
  type?: string;
  [more: string]: unknown;
}

/** For editors; only `terms check` knows how values depend on each other. */
function termsJsonSchema(): TermsNode {
  const schema = z.toJSONSchema(economySchema) as TermsNode;
  const properties = { $schema: { type: 'string', description: 'where an editor finds the schema' }, ...schema.properties };
  return { ...schema, title: 'JuFi’s terms', properties };
}
