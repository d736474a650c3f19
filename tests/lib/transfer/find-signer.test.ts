import { describe, expect, it } from 'vitest';
import type { Address, Eip1193Provider } from '../../../src/lib/chain/wallets/eip1193.ts';
import { WalletError, type WalletResult } from '../../../src/lib/chain/wallets/wallet-error.ts';
import { findSigner, type SignerSearch } from '../../../src/lib/transfer/sign-transfer.ts';

const OWNER: Address = `0x${'Ab'.repeat(20)}`;
const STRANGER: Address = `0x${'cd'.repeat(20)}`;
const REMEMBERED = 'com.example.wallet';

const provider = (): Eip1193Provider => ({ request: () => Promise.reject(new Error('not called')) });
const attachedProvider = provider();
const rememberedProvider = provider();
const accepted = (address: Address): WalletResult<Address> => ({ ok: true, value: address });
const rejected: WalletResult<Address> = { ok: false, error: new WalletError('USER_REJECTED') };

interface Case {
  attached: SignerSearch['attached'];
  remembered?: string | null;
  isInstalled?: boolean;
  connection?: WalletResult<Address>;
}

/** The signer, or the code of the error, and which of the steps towards the remembered wallet were taken. */
async function search({ attached, remembered = REMEMBERED, isInstalled = true, connection = accepted(OWNER) }: Case) {
  const steps: string[] = [];
  const signer = await findSigner({
    attached,
    remembered,
    owner: OWNER,
    find: (id) => {
      steps.push(`find ${id}`);
      return Promise.resolve(isInstalled ? { provider: rememberedProvider } : undefined);
    },
    connect: (given) => {
      steps.push(given === rememberedProvider ? 'connect' : 'connect another');
      return Promise.resolve(connection);
    },
  }).catch((error: unknown) => (error instanceof WalletError ? error.code : error));
  return { signer, steps };
}

const FOUND = [`find ${REMEMBERED}`];
const CONNECTED = [...FOUND, 'connect'];

describe('the wallet that signs a transfer', () => {
  it.each<[string, Case, unknown, string[]]>([
    ['the session’s on the right chain', { attached: { status: 'RIGHT', provider: attachedProvider } }, attachedProvider, []],
    ['the remembered one, if none is attached', { attached: { status: 'UNKNOWN' } }, rememberedProvider, CONNECTED],
    [
      'the remembered one, whatever capitals it writes the address in',
      { attached: { status: 'UNKNOWN' }, connection: accepted(`0x${'aB'.repeat(20)}`) },
      rememberedProvider,
      CONNECTED,
    ],
  ])('is %s', async (_, given, signer, steps) => {
    const found = await search(given);
    expect(found.signer).toBe(signer);
    expect(found.steps).toEqual(steps);
  });

  it.each<[string, Case, string, string[]]>([
    ['the session’s is on another chain', { attached: { status: 'WRONG' } }, 'CONNECTOR_NOT_FOUND', []],
    ['the session’s is switching chains', { attached: { status: 'SWITCHING_CHAIN' } }, 'CONNECTOR_NOT_FOUND', []],
    ['the session’s is adding the chain', { attached: { status: 'ADDING_CHAIN' } }, 'CONNECTOR_NOT_FOUND', []],
    ['no wallet is remembered', { attached: { status: 'UNKNOWN' }, remembered: null }, 'CONNECTOR_NOT_FOUND', []],
    ['the remembered one isn’t installed', { attached: { status: 'UNKNOWN' }, isInstalled: false }, 'CONNECTOR_NOT_FOUND', FOUND],
    ['the member declines to connect', { attached: { status: 'UNKNOWN' }, connection: rejected }, 'USER_REJECTED', CONNECTED],
    ['it holds another account', { attached: { status: 'UNKNOWN' }, connection: accepted(STRANGER) }, 'CONNECTOR_NOT_FOUND', CONNECTED],
  ])('is missing if %s', async (_, given, code, steps) => {
    expect(await search(given)).toEqual({ signer: code, steps });
  });
});
