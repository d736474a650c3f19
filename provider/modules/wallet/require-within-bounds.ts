import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { TransferOrder } from './read-transfer-order.ts';

/** Refuses an amount that is too small or too large for one transfer, to any destination. */
export function requireWithinBounds({ token, amountBaseUnits }: TransferOrder, { transfer }: Economy): void {
  const { minimum, maximum } = transfer;
  const decimals = tokenDecimals[token];
  if (amountBaseUnits < fromDecimalString(minimum, decimals)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minimum } });
  if (amountBaseUnits > fromDecimalString(maximum, decimals)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maximum } });
}
