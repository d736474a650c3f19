import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/lib/api/contract/contract.ts';
import { signature, typedUid } from '../../../src/lib/api/contract/scalars.ts';

const SIGNATURE = `0x${'ab'.repeat(65)}`;

describe('a call takes what a person pasted', () => {
  it.each(['JK4D‑WXYZ–2345—6789', 'ＪＫ４Ｄ－ＷＸＹＺ－２３４５－６７８９', ' “JK4D-WXYZ-2345-6789”. '])(
    'as an activation code: %j',
    (code) => {
      expect(contract.activeCode.body.parse({ code })).toEqual({ code: 'JK4D-WXYZ-2345-6789' });
    },
  );

  it.each(['ABCD2345.', '(ABCD2345)', 'ＡＢＣＤ２３４５'])('as a referral code: %j', (referralCode) => {
    expect(contract.referBy.body.parse({ referralCode })).toEqual({ referralCode: 'ABCD2345' });
  });

  it.each(['Lena77.', ' ｌｅｎａ７７', '#lena77'])('as the uid of a member it looks for: %j', (uid) => {
    expect(typedUid.parse(uid)).toBe('lena77');
  });

  it.each(['@lena_k', '«lena_k»,', 'lena_k\u200b'])('as a recipient: %j', (to) => {
    expect(contract.walletTransferTerms.query.parse({ walletType: 'JUF', to })).toEqual({ walletType: 'JUF', to: 'lena_k' });
  });

  it.each([SIGNATURE, SIGNATURE.slice(2), SIGNATURE.replace('0x', '0X'), ` ${SIGNATURE}\n`])('as a signature: %j', (typed) => {
    expect(signature.parse(typed)).toBe(SIGNATURE);
  });

  it.each(['', ' '])('but not nothing at all: %j', (code) => {
    expect(contract.activeCode.body.safeParse({ code }).success).toBe(false);
  });
});
