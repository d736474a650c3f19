import type { LedgerLine } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import type { ClaimLine } from './claim-lines.ts';
import { GainFigures } from './GainFigures.tsx';

/** A sum for each token and for points, without zeros. `name` says what of: "JUF in total", "Points in total". */
export function totalLines(gains: readonly Omit<ClaimLine, 'kind'>[], name: string, points: string): LedgerLine[] {
  const line = (what: string, gain: Omit<ClaimLine, 'kind'>): LedgerLine => ({
    name: capitalized(interpolate(name, { what })),
    value: <GainFigures gain={gain} />,
    kind: 'sum',
  });
  const tokens = (['JUF', 'USDT'] as const).map((walletType) => {
    const of = gains.filter((gain) => gain.walletType === walletType);
    return { amount: of.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n), walletType, points: 0 };
  });
  const sum = gains.reduce((total, gain) => total + gain.points, 0);
  return [
    ...tokens.filter(({ amount }) => amount > 0n).map((gain) => line(gain.walletType, gain)),
    ...(sum > 0 ? [line(points, { amount: null, walletType: 'JUF', points: sum })] : []),
  ];
}

/** What begins a line. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
