import { expect, it } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import { totalLines, worthLine } from '../../../src/islands/dashboard/ClaimAllDialog.tsx';

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

it('what all of it is worth is the sum at the price of JUF, and unsaid without one', () => {
  const due = [
    { kind: 'vestedJuf', amount: 100n * 10n ** 18n, walletType: 'JUF', points: 0 },
    { kind: 'bonus', amount: 3n * 10n ** 18n, walletType: 'USDT', points: 0 },
    { kind: 'score', amount: null, walletType: 'JUF', points: 12 },
  ] as const;
  const [line] = worthLine(due, home.claimAll.total, { jufPrice: 42n * 10n ** 16n, juPrice: null });
  expect(line?.name).toBe('US$ in total');
  expect((line?.value as { props: { value: bigint } }).props.value).toBe(45n * 10n ** 18n);
  expect(worthLine(due, home.claimAll.total, { jufPrice: null, juPrice: null })).toEqual([]);
  expect(worthLine([], home.claimAll.total, undefined)).toEqual([]);
});
