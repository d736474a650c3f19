import { expect, it, test } from 'vitest';
import english from '../../../public/locales/en/notices.json' with { type: 'json' };
import german from '../../../public/locales/de/notices.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { writeNotice } from '../../../src/lib/notices/write-notice.ts';

it('says how much in the reader’s language, with the digits that a person reads', () => {
  expect(writeNotice({ kind: 'RECEIVED', amount: fromDecimalString('1234.56789'), walletType: 'USDT' }, english, 'en')).toEqual({
    text: '1,234.56789\u00a0USDT received',
    path: '/wallet/history',
  });
  expect(writeNotice({ kind: 'VESTED', amount: fromDecimalString('6805.578164346968029792'), walletType: 'JUF' }, english, 'en').text).toBe(
    'Fully vested: 6,805.578164\u00a0JUF',
  );
  expect(writeNotice({ kind: 'MATURED', amount: fromDecimalString('1000.5'), walletType: 'JUF' }, german, 'de').text).toBe(
    'Stake fällig: 1.000,5\u00a0JUF',
  );
});

it('names a vote and an announcement, and leads to the announcement itself', () => {
  expect(writeNotice({ kind: 'VOTE_OPEN', title: 'Which pool?' }, english, 'en')).toEqual({
    text: 'Vote open: Which pool?',
    path: '/home',
  });
  expect(writeNotice({ kind: 'ANNOUNCEMENT_PINNED', title: 'Fees fall', slug: 'fees' }, english, 'en')).toEqual({
    text: 'Announcement: Fees fall',
    path: '/announcements/fees',
  });
});

test.each(Object.entries(english.plain))('says it plainly without an amount: %s', (kind, text) => {
  expect(writeNotice({ kind: kind as keyof typeof english.plain }, english, 'en').text).toBe(text);
});

it('inserts a title verbatim, whatever it contains', () => {
  expect(writeNotice({ kind: 'VOTE_OPEN', title: '{{title}} <b>' }, english, 'en').text).toBe('Vote open: {{title}} <b>');
});
