import { toDecimalString } from '../amount.ts';

/** For `JSON.stringify`, since JSON has no bigint: writes amounts in 10⁻¹⁸ tokens as decimal strings, as in the contract. Orders read them back. */
export function storeAmount(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? toDecimalString(value) : value;
}
