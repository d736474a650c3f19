import { fromDecimalString, toDecimalString } from '../amount.ts';
import { amount } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';

/** An order's amount in 10⁻¹⁸ tokens, read from the device, where it is a decimal string as in the contract: JSON has no bigint. */
export const storedAmount = z.pipe(
  amount,
  z.transform((text: string) => fromDecimalString(text, TOKEN_DECIMALS)),
);

/** The other direction, for `JSON.stringify`: writes each amount as `storedAmount` reads it. */
export function storeAmount(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? toDecimalString(value, TOKEN_DECIMALS) : value;
}
