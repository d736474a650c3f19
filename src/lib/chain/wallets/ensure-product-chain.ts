import { addEthereumChainParameter, productChain, type ChainEndpoints } from '../product-chain.ts';
import type { Eip1193Provider, RequestArguments } from './eip1193.ts';
import { readChainId } from './read-answer.ts';
import { requestWithin } from './request-within.ts';
import { toWalletError, WalletError, walletResult, type WalletErrorCode, type WalletResult } from './wallet-error.ts';
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
 * Brings the wallet to the product chain: checks it, requests a switch (EIP-3326), and if that fails offers the chain once (EIP-3085) and switches again.
 * Wallets report a chain that they don't know in many ways, or resolve switches that they didn't make, so every failure counts but those which say that
 * the person declined or has still to answer.
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
      if (await wasSwitched(request(switchRequest), () => settles(provider, arrival.reached, settleMs))) return 'SWITCHED';
      onStep?.('ADDING_CHAIN');
      await request({ method: 'wallet_addEthereumChain', params: [addEthereumChainParameter(endpoints)] });
      // Many wallets switch to a chain they add; requesting the switch again would prompt their owner twice.
      if (!(await isOnProductChain(provider))) {
        onStep?.('SWITCHING_CHAIN');
        await request(switchRequest);
      }
      if (!(await settles(provider, arrival.reached, settleMs))) throw new WalletError('CHAIN_NOT_CONFIGURED');
      return 'ADDED';
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
  await whilePrompting(() => Promise.race([provider.request(args), reached]));
}

/** After these, another request would annoy, or lie behind the one that is open. */
const FINAL: readonly WalletErrorCode[] = ['USER_REJECTED', 'REQUEST_PENDING', 'TIMEOUT'];

async function wasSwitched(switched: Promise<void>, settles: () => Promise<boolean>): Promise<boolean> {
  try {
    await switched;
  } catch (thrown) {
    const error = toWalletError(thrown);
    if (FINAL.includes(error.code)) throw error;
    return false;
  }
  return settles();
}

/** Whether the wallet reports the product chain, now or within a moment. */
async function settles(provider: Eip1193Provider, reached: Promise<void>, settleMs: number): Promise<boolean> {
  if (await isOnProductChain(provider)) return true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settled = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, settleMs);
  });
  await Promise.race([reached, settled]);
  clearTimeout(timer);
  return isOnProductChain(provider);
}
