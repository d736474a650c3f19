import { addEthereumChainParameter, productChain, type ChainEndpoints } from '../product-chain.ts';
import type { Eip1193Provider, RequestArguments } from './eip1193.ts';
import { readChainId } from './read-answer.ts';
import { requestWithin } from './request-within.ts';
import { carriesCode, toWalletError, WalletError, walletResult, type WalletResult } from './wallet-error.ts';
import { watchWallet } from './watch-wallet.ts';
import { whilePrompting } from './while-prompting.ts';

/** The steps that brought the wallet to the product chain. */
export type ProductChainReached = 'ALREADY' | 'SWITCHED' | 'ADDED';

export interface ProductChainOptions {
  /** Called before each request to the wallet, so that the screen can explain it. */
  onStep?: (step: 'SWITCHING_CHAIN' | 'ADDING_CHAIN') => void;
  /** How long a wallet may take to report the chain it claims to have switched to. */
  settleMs?: number;
}

/**
 * Brings the wallet to the product chain: checks it, requests a switch (EIP-3326), adds the chain if the wallet doesn't know it (EIP-3085) and switches
 * again. Then checks once more, because wallets resolve switches they didn't make.
 */
export function ensureProductChain(
  provider: Eip1193Provider,
  endpoints: ChainEndpoints,
  { onStep, settleMs = 3000 }: ProductChainOptions = {},
): Promise<WalletResult<ProductChainReached>> {
  return walletResult(async () => {
    if (await isOnProductChain(provider)) return 'ALREADY';
    const arrival = watchArrival(provider);
    const request = (args: RequestArguments): Promise<void> => requestOrArrive(provider, args, arrival.reached);
    try {
      onStep?.('SWITCHING_CHAIN');
      const known = await isKnown(request(switchRequest));
      if (!known) {
        onStep?.('ADDING_CHAIN');
        await request({ method: 'wallet_addEthereumChain', params: [addEthereumChainParameter(endpoints)] });
        // Many wallets switch to a chain they add; requesting the switch again would prompt their owner twice.
        if (!(await isOnProductChain(provider))) {
          onStep?.('SWITCHING_CHAIN');
          await request(switchRequest);
        }
      }
      await verify(provider, arrival.reached, settleMs);
      return known ? 'SWITCHED' : 'ADDED';
    } finally {
      arrival.stop();
    }
  });
}

const switchRequest: RequestArguments = { method: 'wallet_switchEthereumChain', params: [{ chainId: productChain.hexId }] };

async function isOnProductChain(provider: Eip1193Provider): Promise<boolean> {
  return readChainId(await requestWithin(provider, { method: 'eth_chainId' })) === productChain.id;
}

/** Some mobile wallets switch and emit the event, but never answer the request. */
function watchArrival(provider: Eip1193Provider): { reached: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onChain = (chainId: number | undefined): void => {
    if (chainId === productChain.id) resolve(undefined);
  };
  return { reached: promise, stop: watchWallet(provider, { onAccount: () => undefined, onChain }) };
}

async function requestOrArrive(provider: Eip1193Provider, args: RequestArguments, reached: Promise<void>): Promise<void> {
  try {
    await whilePrompting(() => Promise.race([provider.request(args), reached]));
  } catch (thrown) {
    const error = toWalletError(thrown);
    // EIP-1193 "unsupported method" and JSON-RPC "method not found": a wallet to which no chain can be added.
    const unsupported = error.code === 'OTHER' && carriesCode(error, 4200, -32601);
    throw unsupported ? new WalletError('CHAIN_NOT_CONFIGURED', thrown) : error;
  }
}

/** False if the wallet doesn't know the chain. Mobile wallets report that as a bare "internal error". */
async function isKnown(switched: Promise<void>): Promise<boolean> {
  try {
    await switched;
    return true;
  } catch (thrown) {
    const error = toWalletError(thrown);
    if (error.code === 'UNKNOWN_CHAIN' || (error.code === 'OTHER' && carriesCode(error, -32603))) return false;
    throw error;
  }
}

async function verify(provider: Eip1193Provider, reached: Promise<void>, settleMs: number): Promise<void> {
  if (await isOnProductChain(provider)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settled = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, settleMs);
  });
  await Promise.race([reached, settled]);
  clearTimeout(timer);
  if (!(await isOnProductChain(provider))) throw new WalletError('CHAIN_NOT_CONFIGURED');
}
