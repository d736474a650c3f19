import { toDecimalString } from '../../src/lib/amount.ts';

/** What a client has read, as the provider wrote it: amounts are decimal strings. */
export function asSent(data: object): object {
  const written = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? toDecimalString(value) : value));
  return JSON.parse(written) as object;
}
