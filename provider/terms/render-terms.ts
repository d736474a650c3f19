import type { Economy } from '../economy.ts';
import { type TermsNode, termsJsonSchema } from './terms-json-schema.ts';

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
    const child = node.properties?.[key] ?? {};
    const comments = commentsOf(child).map((line) => `${inner}// ${line}\n`);
    return `${comments.join('')}${inner}${JSON.stringify(key)}: ${renderValue(each, child, inner)}${index < all.length - 1 ? ',' : ''}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** An object whose values are explained together is written on one line. */
function isLeaf({ properties = {} }: TermsNode): boolean {
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
