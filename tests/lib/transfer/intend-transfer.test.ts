import { describe, expect, it } from 'vitest';
import { TermsChanged } from '../../../src/lib/action/action-state.ts';
import { intentDomain, transferIntentTypes } from '../../../src/lib/api/contract/transfer-intent.ts';
import { intendTransfer } from '../../../src/lib/transfer/sign-transfer.ts';
import type { TransferOrder } from '../../../src/lib/transfer/transfer-order.ts';

const SITE = 'https://jufi.example';
const CHAIN = 210_000;
const NONCE = `0x${'ab'.repeat(32)}` as const;
const recipient = { id: '0198a000-0000-7000-8000-000000000001', uid: 'lena01', username: 'lena', address: `0x${'Ab'.repeat(20)}` } as const;
const order: TransferOrder = {
  destination: 'MEMBER',
  walletType: 'USDT',
  amount: 25n * 10n ** 17n,
  fee: 10n ** 16n,
  remark: '',
  recipient,
};
const intent = {
  domain: intentDomain(SITE, CHAIN),
  types: { Transfer: [...transferIntentTypes.Transfer] },
  nonce: NONCE,
  maxDeadlineSeconds: 600,
};
const signing = { from: `0x${'01'.repeat(20)}`, siteOrigin: SITE, chainId: CHAIN, now: new Date(1_000_900) } as const;

describe('what the wallet signs for a transfer', () => {
  it('is what was reviewed, at most the reviewed fee, for half of the longest time', () => {
    expect(intendTransfer(order, { recipient, intent }, signing)).toEqual({
      destination: 'MEMBER',
      walletType: 'USDT',
      amount: '2.5',
      maxFee: '0.01',
      nonce: NONCE,
      deadline: 1_300,
      from: signing.from,
      recipientId: recipient.id,
      recipientAddress: recipient.address,
      remark: undefined,
    });
  });

  it('has the remark, if there is one', () => {
    expect(intendTransfer({ ...order, remark: 'rent' }, { recipient, intent }, signing).remark).toBe('rent');
  });

  it('takes an address in any spelling', () => {
    const spelled = { ...recipient, address: `0x${'ab'.repeat(20)}` as const };
    expect(intendTransfer(order, { recipient: spelled, intent }, signing).recipientAddress).toBe(recipient.address);
  });

  it.each([
    ['the recipient is unknown now', { intent }],
    ['the name belongs to somebody else', { recipient: { ...recipient, id: '0198a000-0000-7000-8000-000000000002' }, intent }],
    ['the recipient has another address', { recipient: { ...recipient, address: `0x${'cd'.repeat(20)}` as const }, intent }],
    ['another site is to be signed for', { recipient, intent: { ...intent, domain: intentDomain('https://evil.example', CHAIN) } }],
    ['another chain is to be signed for', { recipient, intent: { ...intent, domain: intentDomain(SITE, 1) } }],
    ['something else is to be signed', { recipient, intent: { ...intent, types: { Permit: [...transferIntentTypes.Transfer] } } }],
  ])('is nothing where %s', (_, terms) => {
    expect(() => intendTransfer(order, terms, signing)).toThrow(TermsChanged);
  });
});
