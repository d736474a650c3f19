import { expect, it } from 'vitest';
import { joinList, joinSentences, labelled, spaceAfter, spaceBefore, withAside } from '../../../src/lib/i18n/punctuation.ts';

it.each([
  ['en-GB', 'a, b', 'a: b', 'a (b)', 'a. b.'],
  ['zh-CN', 'a，b', 'a：b', 'a（b）', 'a。b。'],
  ['zh-TW', 'a，b', 'a：b', 'a（b）', 'a。b。'],
  ['ja-JP', 'a、b', 'a：b', 'a（b）', 'a。b。'],
  ['ko-KR', 'a, b', 'a: b', 'a(b)', 'a. b.'],
  ['th-TH', 'a b', 'a: b', 'a (b)', 'a b'],
])('in %s, texts are joined by its own punctuation', (locale, list, label, aside, sentences) => {
  expect([
    joinList(['a', 'b'], locale),
    labelled('a', 'b', locale),
    withAside('a', 'b', locale),
    joinSentences(['a', 'b'], locale),
  ]).toEqual([list, label, aside, sentences]);
});

it('no sentence gets a second end', () => {
  expect(joinSentences(['只收本人地址。', '交易所转账不入账。'], 'zh-CN')).toBe('只收本人地址。交易所转账不入账。');
  expect(joinSentences(['Only yours.', 'Really?'], 'en-GB')).toBe('Only yours. Really?');
});

it('a figure after full-width punctuation needs no space', () => {
  expect([spaceAfter('网络费（约）'), spaceAfter('我的推荐码：'), spaceAfter('Your code:')]).toEqual(['', '', ' ']);
});

it('a Japanese word follows its figure at once, unlike a token or any other language’s word', () => {
  expect(['ポイント', 'JUF', '积分', '포인트', 'points'].map(spaceBefore)).toEqual(['', '\u00a0', '\u00a0', '\u00a0', '\u00a0']);
});
