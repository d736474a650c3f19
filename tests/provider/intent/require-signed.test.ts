import { getAddress, type Hex, hashTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '../../../provider/chain-client.ts';
import type { ChainReader } from '../../../provider/chain-reader.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { Refusal } from '../../../provider/http/refusal.ts';
import { requireSigned } from '../../../provider/modules/intent/require-signed.ts';
import { signInSite } from '../../../provider/modules/account/sign-in-message.ts';
import { composeTransferIntent, intentDomain, type TransferIntent } from '../../../src/lib/api/contract/transfer-intent.ts';

const NOW_SECONDS = Date.UTC(2026, 10, 21, 9) / 1_000;
const LONGEST = defaultEconomy.transfer.maxDeadlineSeconds;
const member = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const contract = getAddress('0x00000000000000000000000000000000000c0de1');

/** A node on which one address holds a contract, which accepts any signature of 32 zero bytes and more. */
function chainWith({ isDown = false }: { isDown?: boolean } = {}): ChainReader & { asked: string[] } {
  const asked: string[] = [];
  const unexpected = (): never => {
    throw new Error('not needed to verify a signature');
  };
  return {
    asked,
    getCode: (address) => {
      asked.push(address);
      if (isDown) return Promise.reject(new ChainUnavailable('down'));
      return Promise.resolve(address === contract ? '0x60' : '0x');
    },
    callInitCode: () => Promise.resolve('0x01'),
    getBlockNumber: unexpected,
    getLatestBlock: unexpected,
    getBalance: unexpected,
    getMintingRoom: unexpected,
    getVaultOperatorGas: unexpected,
  };
}

const services = (url = 'https://jufi.example', chain: ChainReader = chainWith()) => ({
  site: signInSite(url, 210_000),
  economy: defaultEconomy,
  clock: () => new Date(NOW_SECONDS * 1_000),
  chain,
});

const intent: TransferIntent = {
  from: member.address,
  destination: 'MEMBER',
  recipientId: 'ben',
  recipientAddress: stranger.address,
  walletType: 'JU',
  amount: '1.5',
  maxFee: '0.1',
  remark: 'thanks',
  nonce: `0x${'ab'.repeat(32)}`,
  deadline: NOW_SECONDS + 300,
};

const sign = (signed: TransferIntent, account = member, url = 'https://jufi.example'): Promise<Hex> =>
  account.sign({ hash: hashTypedData(composeTransferIntent(intentDomain(url, 210_000), signed)) });

describe('a transfer', () => {
  it('is taken with the signature of its payer’s key, without asking the chain, on the site it was signed for', async () => {
    for (const url of ['https://jufi.example', 'https://other.example']) {
      const chain = chainWith({ isDown: true });
      const needed = services(url, chain);
      // Twice: what is common to a site's transfers is computed with the first.
      for (const amount of ['1.5', '2']) {
        const changed = { ...intent, amount };
        await requireSigned(needed, { ...changed, signature: await sign(changed, member, url) });
      }
      expect(chain.asked).toEqual([]);
    }
  });

  it('is taken if the contract that pays accepts the signature', async () => {
    await requireSigned(services(), { ...intent, from: contract, signature: `0x${'00'.repeat(40)}` });
  });

  it.each<[string, Partial<TransferIntent>]>([
    ['another amount', { amount: '15' }],
    ['a higher fee', { maxFee: '1' }],
    ['another recipient', { recipientAddress: member.address }],
    ['another remark', { remark: undefined }],
    ['another nonce', { nonce: `0x${'ac'.repeat(32)}` }],
    ['a later deadline', { deadline: NOW_SECONDS + 301 }],
  ])('with %s than was signed is refused', async (_name, change) => {
    const signature = await sign(intent);
    expect(await refusalOf({ ...intent, ...change, signature })).toEqual(['SIGNATURE_INVALID', undefined]);
  });

  it('is refused if signed by someone else, for another site, or not at all', async () => {
    for (const signature of [await sign(intent, stranger), await sign(intent, member, 'https://evil.example'), '0x', 'nonsense'] as Hex[]) {
      expect(await refusalOf({ ...intent, signature })).toEqual(['SIGNATURE_INVALID', undefined]);
    }
  });

  it('is refused from its deadline on, and if its deadline is too far away', async () => {
    const outcomes = await Promise.all(
      [0, 1, LONGEST, LONGEST + 1].map(async (seconds) => {
        const due = { ...intent, deadline: NOW_SECONDS + seconds };
        return refusalOf({ ...due, signature: await sign(due) });
      }),
    );
    const tooBig = { fields: { deadline: 'TOO_BIG' } };
    expect(outcomes).toEqual([['INTENT_EXPIRED', undefined], null, null, ['VALIDATION_FAILED', tooBig]]);
  });
});

async function refusalOf(signed: TransferIntent & { signature: Hex }): Promise<unknown> {
  return requireSigned(services(), signed).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return [error.code, error.detail];
      throw error;
    },
  );
}
