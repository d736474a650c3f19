import { expect, it } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import texts from '../../../public/locales/en/year.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { closingName, sumGains, sumReceipts } from '../../../src/islands/year/YearPage.tsx';
import { yearStatementCsv } from '../../../src/islands/year/YearBar.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const at = '2026-03-01T10:00:00.000Z';
type Statement = Parameters<typeof yearStatementCsv>[0];
const statement: Statement = {
  year: 2026,
  years: [2026],
  from: '2026-01-01T00:00:00.000Z',
  to: '2027-01-01T00:00:00.000Z',
  holdings: [{ kind: 'WALLET', walletType: 'JUF', opening: 0n, openingUsd: 0n, closing: fromDecimalString('7'), closingUsd: null }],
  receipts: [
    { id, group: 'DEPOSIT', kind: 'DEPOSIT', walletType: 'JUF', amount: fromDecimalString('2'), usd: fromDecimalString('1'), at },
    { id, group: 'INCOME', kind: 'ROI', walletType: 'JUF', amount: fromDecimalString('5.5'), usd: fromDecimalString('2.25'), at },
    { id, group: 'INCOME', kind: 'ROI', walletType: 'JUF', amount: fromDecimalString('4.5'), usd: null, at },
  ],
  income: { usd: fromDecimalString('2.25'), missing: 1 },
  gains: [
    {
      ...{ id, kind: 'TRANSFER', walletType: 'JUF', amount: fromDecimalString('5'), at, acquiredAt: at },
      ...{ proceedsUsd: fromDecimalString('2'), costUsd: fromDecimalString('2.5'), gainUsd: -fromDecimalString('0.5') },
    },
  ],
  gainByToken: [],
};

it('adds up receipts by kind and token, income first, and counts those without a value', () => {
  expect(sumReceipts(statement.receipts)).toEqual([
    { group: 'INCOME', kind: 'ROI', walletType: 'JUF', amount: 10n ** 19n, usd: 225n * 10n ** 16n, missing: 1 },
    { group: 'DEPOSIT', kind: 'DEPOSIT', walletType: 'JUF', amount: 2n * 10n ** 18n, usd: 10n ** 18n, missing: 0 },
  ]);
});

it('adds up gains by token, of those parts of which all is known', () => {
  const [known] = statement.gains;
  if (known === undefined) throw new Error('The gain is missing.');
  const unknown = { ...known, costUsd: null, gainUsd: null };
  const e18 = 10n ** 18n;
  const juf = { proceeds: 2n * e18, cost: (25n * e18) / 10n, gain: -e18 / 2n };
  expect(sumGains([known, { ...known, walletType: 'JU' }, known, unknown])).toEqual([
    { name: 'JUF', proceeds: 4n * e18, cost: 5n * e18, gain: -e18, missing: 1 },
    { name: 'JU', ...juf, missing: 0 },
  ]);
});

it('a year that still runs has no closing balance yet', () => {
  expect(closingName(statement, 'en-GB', texts.balances)).toBe('Closing');
  expect(closingName({ year: 2026, to: '2026-11-27T20:46:00.000Z' }, 'en-GB', texts.balances)).toBe('As of 27 Nov');
});

it('writes every line of a year with as many cells as the heading, empty if unknown', () => {
  const { columns, receipts, gains, balances } = texts;
  const csv = yearStatementCsv(statement, {
    columns: { ...columns, kind: 'Type', amount: 'Amount', value: 'Value', ...gains },
    parts: { ...receipts, ...columns },
    held: balances,
    kinds: home.activity.kinds,
    notes: ['No advice, really'],
  });
  const lines = csv.slice(1).trimEnd().split('\r\n');
  expect(lines.slice(1)).toEqual([
    `Deposits,${at},Deposit,JUF,2,1,,,,,${id}`,
    `Income,${at},Staking return,JUF,5.5,2.25,,,,,${id}`,
    `Income,${at},Staking return,JUF,4.5,,,,,,${id}`,
    `Gain or loss,${at},Transfer,JUF,-5,,${at},2,2.5,-0.5,${id}`,
    'Closing balance,2027-01-01T00:00:00.000Z,JuFi balance,JUF,7,,,,,,',
    '"No advice, really"',
  ]);
  expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([11]));
});
