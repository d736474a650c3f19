import { toDecimalString } from '../../src/lib/amount.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';

/** One column of a promise, for support: amounts in their tokens, everything else as stored. `owed` is the row's token, if it has one. */
export function presentTerm(name: string, value: string | null, owed: Token): string {
  const label = name.replace(/18$/, '');
  if (value === null) return `${label}: none`;
  const unit = unitOf(name, owed);
  return unit === null ? `${label}: ${value}` : `${label}: ${toDecimalString(BigInt(value), unit.decimals)} ${unit.says}`.trimEnd();
}

function unitOf(name: string, owed: Token): { decimals: number; says: string } | null {
  if (name.endsWith('18')) return { decimals: 18, says: 'USDT' };
  if (name === 'power_per_juf') return { decimals: 18, says: '' };
  if (name.endsWith('_usdt')) return { decimals: tokenDecimals.USDT, says: 'USDT' };
  if (name === 'juf' || name.endsWith('_juf')) return { decimals: tokenDecimals.JUF, says: 'JUF' };
  if (name === 'usd') return { decimals: 6, says: 'US dollars' };
  if (['amount', 'fee', 'promised_roi', 'claimed_roi'].includes(name)) return { decimals: tokenDecimals[owed], says: owed };
  return null;
}
