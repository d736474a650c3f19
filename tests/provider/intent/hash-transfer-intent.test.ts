import fc from 'fast-check';
import { getAddress, type Hex, hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { createTransferHasher } from '../../../provider/modules/intent/require-signed.ts';
import { composeTransferIntent, intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
const text = fc.string({ unit: 'grapheme', maxLength: 80 });
const intents = fc.record({
  from: hex(20).map((address) => getAddress(address)),
  destination: fc.constantFrom('MEMBER', 'CHAIN'),
  recipientId: text,
  recipientAddress: hex(20).map((address) => getAddress(address)),
  walletType: fc.constantFrom('JU', 'JUF', 'USDT'),
  amount: text,
  maxFee: text,
  remark: fc.option(text, { nil: undefined }),
  nonce: hex(32),
  deadline: fc.maxSafeNat(),
});

describe('the hash of a transfer', () => {
  it.each([
    ['https://jufi.example', 210_000],
    ['http://localhost:3000', 1],
  ])('signed for %s on chain %i is the one that wallets sign', (origin, chainId) => {
    const domain = intentDomain(origin, chainId);
    const hash = createTransferHasher(domain);
    fc.assert(fc.property(intents, (intent) => hash(intent) === hashTypedData(composeTransferIntent(domain, intent))));
  });

  it('does not change by accident, in its domain or its fields: what pages of an earlier release have signed would be refused', () => {
    const hash = createTransferHasher(intentDomain('https://jufi.example', 210_000));
    const signed = {
      from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      destination: 'MEMBER',
      recipientId: 'ben',
      recipientAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      walletType: 'JU',
      amount: '1.5',
      maxFee: '0.1',
      remark: 'thanks',
      nonce: `0x${'ab'.repeat(32)}`,
      deadline: 1_795_000_000,
    } as const;
    expect(hash(signed)).toBe('0xc097499ac5c3481cce5f56f340d9ee2b240bfa1e45f461e6be1c8750b27ac3df');
  });

  it('is refused if a field is shorter or longer than its type', () => {
    const hash = createTransferHasher(intentDomain('https://jufi.example', 210_000));
    const [intent] = fc.sample(intents, 1);
    if (intent === undefined) throw new Error('no sample');
    for (const nonce of [
      '0x',
      '0x00',
      `${intent.nonce}00`,
      `${intent.nonce}0`,
      `${intent.nonce.slice(0, -1)}g`,
      intent.nonce.slice(0, -1),
    ]) {
      expect(() => hash({ ...intent, nonce: nonce as Hex })).toThrow(new RangeError('expected 32 bytes in hex'));
    }
    expect(() => hash({ ...intent, from: '0x1234' })).toThrow(RangeError);
  });
});
