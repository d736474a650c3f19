import { readFileSync } from 'node:fs';
import { namespaces } from '../../src/lib/i18n/namespaces.ts';

const root = new URL('../../public/locales/', import.meta.url);

/** All texts of a language by key, such as `wallet:balances.title`. */
export function readTexts(code: string): Map<string, string> {
  return new Map(
    namespaces.flatMap((namespace) =>
      flatten(JSON.parse(readFileSync(new URL(`${code}/${namespace}.json`, root), 'utf8')), `${namespace}:`),
    ),
  );
}

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no text`);
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path.endsWith(':') ? path + key : `${path}.${key}`));
}
