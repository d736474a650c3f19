import { fromDecimalString, toDecimalString } from '../amount.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';
import type { Gain } from './claim-plan.ts';

/** Sums gains by token and in points, without zeros. */
export function sumGains(gains: readonly Gain[]): Gain[] {
  const total = (token: Gain['token']): bigint =>
    gains.reduce((sum, gain) => (gain.token === token ? sum + fromDecimalString(gain.amount, TOKEN_DECIMALS) : sum), 0n);
  const points = gains.reduce((sum, gain) => sum + gain.points, 0);
  const amounts = (['JUF', 'USDT'] as const).map((token) => ({ amount: toDecimalString(total(token), TOKEN_DECIMALS), token, points: 0 }));
  return [...amounts, { amount: '0', token: 'JUF' as const, points }].filter(({ amount, points: of }) => amount !== '0' || of > 0);
}
