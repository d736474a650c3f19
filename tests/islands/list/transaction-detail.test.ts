import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { detailOf } from '../../../src/islands/list/transaction-title.ts';

it('names the package and the JUF bought, or the days staked for, in the reader’s way', () => {
  expect(detailOf({ subject: { packageName: 'Seed', juf: fromDecimalString('1234.5678') } }, 'en')).toBe('Seed: 1,234.56\u00a0JUF');
  expect(detailOf({ subject: { days: 90 } }, 'en')).toBe('90 days');
  expect(detailOf({ subject: { days: 90 } }, 'de')).toBe('90 Tage');
  expect(detailOf({ subject: { days: 30 } }, 'ja-JP')).toBe('30日');
});

it('says the remark where there is nothing else', () => {
  expect(detailOf({ remark: 'Rent' }, 'en')).toBe('Rent');
  expect(detailOf({}, 'en')).toBeNull();
});
