import { expect, it } from 'vitest';
import { chooseTests } from './choose-tests.ts';

const of = (file: string, durationMs?: number, failed = false) => ({ file, durationMs, failed });

it('takes what was changed or failed first, then the nearest by folder and name, as long as there is time', () => {
  const tests = [
    of('tests/provider/wallet/transfer.test.ts', 1_000),
    of('tests/provider/ledger/races.test.ts', 20_000),
    of('tests/provider/ledger/account.test.ts', 3_000),
    of('tests/provider/ledger/post.test.ts', 1_000),
    of('tests/lib/amount.test.ts', 100, true),
    of('tests/head/head.test.ts', 50_000),
  ];
  expect(chooseTests(tests, ['provider/ledger/account.ts', 'tests/head/head.test.ts'], 1_000_000)).toEqual([
    'tests/head/head.test.ts',
    'tests/lib/amount.test.ts',
    'tests/provider/ledger/account.test.ts',
    'tests/provider/ledger/post.test.ts',
    'tests/provider/ledger/races.test.ts',
    'tests/provider/wallet/transfer.test.ts',
  ]);
  expect(chooseTests(tests, ['provider/ledger/account.ts'], 11_000)).toEqual([
    'tests/lib/amount.test.ts',
    'tests/provider/ledger/account.test.ts',
    'tests/provider/ledger/post.test.ts',
  ]);
});

it('runs at least one, and knows a page and its tests by the folder', () => {
  const tests = [of('tests/stores/session.test.ts'), of('tests/lib/i18n/locale-path.test.ts')];
  expect(chooseTests(tests, ['src/lib/i18n/locale-path.ts'], 0)).toEqual(['tests/lib/i18n/locale-path.test.ts']);
});
