import { describe, expect, it } from 'vitest';
import { edgeless, identifierOf, recipientOf } from '../../src/lib/identifier.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

describe('a code or name', () => {
  it.each([
    ['JK4D‑WXYZ–2345—6789', 'JK4D-WXYZ-2345-6789'],
    ['ＪＫ４Ｄ－ＷＸＹＺ', 'JK4D-WXYZ'],
    ['JK4D\u2212WXYZ', 'JK4D-WXYZ'],
    ['\u200bJK4D\u00ad-WXYZ\ufeff', 'JK4D-WXYZ'],
    ['ABCD2345.', 'ABCD2345'],
    ['“ABCD2345”,', 'ABCD2345'],
    ['«ABCD2345»', 'ABCD2345'],
    ['(ABCD2345)…', 'ABCD2345'],
    ['ABCD2345。', 'ABCD2345'],
    ['「ABCD2345」', 'ABCD2345'],
    [' @lena_k \n', 'lena_k'],
    ['_lena-', '_lena-'],
    ['王小雨！', '王小雨'],
    ['พิมพ์', 'พิมพ์'],
    ['…', ''],
  ])('%j means %j', (typed, meant) => {
    expect(identifierOf(typed)).toBe(meant);
  });

  it('of the member’s own choice keeps its letters', () => {
    expect(edgeless('‘ｌｅｎａ’')).toBe('ｌｅｎａ');
  });
});

describe('a recipient', () => {
  it.each([
    ADDRESS,
    ` ${ADDRESS}. `,
    ADDRESS.slice(2),
    ADDRESS.replace('0x', '0X'),
    `0x 7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8`,
    `0x70997970C51812dc3A01\n0C7d01b50e0d17dc79C8`,
    `“${ADDRESS}”`,
  ])('%j is an address', (typed) => {
    expect(recipientOf(typed)).toBe(ADDRESS);
  });

  it('isn’t joined from two words', () => {
    expect(recipientOf('lena k')).toBe('lena k');
  });
});
