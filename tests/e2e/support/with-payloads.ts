import { contract } from '../../../src/lib/api/contract/contract.ts';
import type { CallDefinition } from '../../../src/lib/api/contract/define-call.ts';
import { extensions } from '../../../src/lib/api/contract/extensions.ts';
import { z } from '../../../src/lib/api/contract/zod.ts';

/** Short enough for a name or a remark; each would run in another place of the markup. */
export const PAYLOADS = [
  '<img src=x onerror=ran()>',
  '"><svg/onload=ran()>',
  "'onfocus=ran() autofocus='",
  '</script><script>ran()',
] as const;

/** Values that pages compute with rather than show verbatim: amounts, times, ids, addresses, codes, languages. */
const STRICT =
  /^(-?\d+(\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d|[0-9a-f-]{36}|0x[0-9a-fA-F]*|[A-Z][A-Z_0-9]*|[a-z]{2}|https?:.*|)$/;
const ALWAYS_TEXT = new Set(['username', 'name', 'remark', 'title', 'summary', 'question', 'text', 'body', 'message']);

const definitions: readonly CallDefinition[] = [...Object.values(contract), ...Object.values(extensions)];

/**
 * An answer in which every text that the contract lets through is an attempt to run a script: one that it refuses would only have the whole answer
 * refused. Counts the attempts.
 */
export function withPayloads(method: string, path: string, answer: unknown): { answer: unknown; count: number } {
  const definition = definitions.find((one) => one.method === method && one.path === path);
  const changed: unknown = structuredClone(answer);
  const isRead = (): boolean =>
    definition === undefined || (isRecord(changed) && z.safeParse(definition.output, changed['data']).success) || !isRecord(changed);
  const refused = new Set<string>();
  let count = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') visit(inner);
      else if (!refused.has(key) && (ALWAYS_TEXT.has(key) || !STRICT.test(inner))) {
        Reflect.set(value, key, PAYLOADS[count % PAYLOADS.length]);
        if (isRead()) count += 1;
        else {
          Reflect.set(value, key, inner);
          refused.add(key);
        }
      }
    }
  };
  visit(changed);
  return { answer: changed, count };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
