import type { AmountReading, AmountRefusal } from './amount.ts';

/** What an amount has to keep to, in its own unit. */
export interface AmountBounds {
  /** Spendable balance; null while unknown. */
  available: bigint | null;
  /** The most that can be entered, where a fee is paid on top; defaults to `available`. */
  most?: bigint | undefined;
  min?: bigint | undefined;
  max?: bigint | undefined;
}

/** Why what was typed can't be used, with what could be. */
export type AmountFault =
  | Exclude<AmountRefusal, { reason: 'EMPTY' }>
  | { reason: 'ZERO' | 'NOTHING_FREE' }
  | { reason: 'BELOW_MINIMUM' | 'ABOVE_MAXIMUM' | 'INSUFFICIENT' | 'INSUFFICIENT_WITH_FEE'; limit: bigint };

export type JudgedAmount =
  | { kind: 'valid'; amount: bigint }
  /** Not an error yet, but it can't be sent. */
  | { kind: 'empty'; amount: null }
  /** The amount is null if what was typed isn't one. */
  | { kind: 'invalid'; amount: bigint | null; fault: AmountFault }
  /** Valid but for what is available: a deposit would help. */
  | { kind: 'short'; amount: bigint; fault: AmountFault };

/** Whether an amount can be used as it was read. */
export function judgeAmount(reading: AmountReading, { available, most, min, max }: AmountBounds): JudgedAmount {
  if (!reading.ok) {
    return reading.reason === 'EMPTY' ? { kind: 'empty', amount: null } : { kind: 'invalid', amount: null, fault: reading };
  }
  const { amountBaseUnits: amount } = reading;
  if (amount === 0n) return { kind: 'invalid', amount, fault: { reason: 'ZERO' } };
  if (min !== undefined && amount < min) return { kind: 'invalid', amount, fault: { reason: 'BELOW_MINIMUM', limit: min } };
  if (max !== undefined && amount > max && (available === null || max <= available))
    return { kind: 'invalid', amount, fault: { reason: 'ABOVE_MAXIMUM', limit: max } };
  if (available === 0n) return { kind: 'short', amount, fault: { reason: 'NOTHING_FREE' } };
  if (most !== undefined && amount > most && most !== available)
    return { kind: 'short', amount, fault: { reason: 'INSUFFICIENT_WITH_FEE', limit: most } };
  if (available !== null && amount > available) return { kind: 'short', amount, fault: { reason: 'INSUFFICIENT', limit: available } };
  return { kind: 'valid', amount };
}
