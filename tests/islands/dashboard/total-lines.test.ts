import { expect, it } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import { totalLines } from '../../../src/islands/dashboard/ClaimAllDialog.tsx';

it('every total begins with a capital', () => {
  const gains = [
    { amount: 10n ** 18n, walletType: 'JUF', points: 30 },
    { amount: 10n ** 18n, walletType: 'USDT', points: 0 },
  ] as const;
  const { claims, claimAll } = home;
  expect(totalLines(gains, claimAll.total, claims.points.other).map(({ name }) => name)).toEqual([
    'JUF in total',
    'USDT in total',
    'Points in total',
  ]);
});
