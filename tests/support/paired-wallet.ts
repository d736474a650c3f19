import { WalletKit, type WalletKitTypes } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import { createWalletClient, http, isHex, type Address, type LocalAccount } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';

type Request = WalletKitTypes.SessionRequest;
type Answer = 'approve' | 'decline';

export interface PairedWallet {
  /** Reads the text of a code, as the camera of a phone does, and answers what is proposed. */
  scan(uri: string, how?: { chains?: readonly number[]; methods?: readonly string[]; answer?: Answer }): Promise<void>;
  /** Answers the next request; resolves with its method once it's answered. A chain is known once it was given to the wallet. */
  next(answer?: Answer): Promise<string>;
  /** Its owner chooses another account, and the wallet reports it to the session. */
  chooseAccount(address: Address): Promise<void>;
  /** Its owner chooses another of the chains that the session allows. */
  chooseChain(chainId: number): Promise<void>;
  /** Ends the session from this end. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

const ALL_METHODS = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
];

let wallets = 0;

/** A wallet on another device: the vendor's own wallet side, connected to the same relay. */
export async function pairedWallet(
  account: LocalAccount,
  { relayPort, nodeUrl }: { relayPort: number; nodeUrl: string },
): Promise<PairedWallet> {
  const core = await Core.init({
    projectId: '0'.repeat(32),
    relayUrl: `ws://127.0.0.1:${relayPort}`,
    telemetryEnabled: false,
    logger: 'silent',
    // A prefix of its own, because clients of one process share storage with the same prefix.
    customStoragePrefix: `wallet-${process.pid}-${(wallets += 1)}`,
    storageOptions: { database: ':memory:' },
  });
  const kit = await WalletKit.init({
    // The vendor's class and its own interface differ under exactOptionalPropertyTypes.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: { name: 'Pocket', description: 'A wallet of the tests', url: 'https://wallet.example', icons: [] },
  });
  const requests: Request[] = [];
  const waiting: ((request: Request) => void)[] = [];
  kit.on('session_request', (request) => {
    const waiter = waiting.shift();
    if (waiter) waiter(request);
    else requests.push(request);
  });
  const upcoming = (): Promise<Request> => {
    const request = requests.shift();
    return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
  };
  const allowed = new Set<number>();
  /** Tells the session what it allows now, and what happened. */
  const tell = async (address: Address, event: { name: string; data: unknown }, chainId: number): Promise<void> => {
    for (const [topic, { namespaces }] of Object.entries(kit.getActiveSessions())) {
      const chains = [...allowed].map((chain) => `eip155:${chain}`);
      const accounts = chains.map((chain) => `${chain}:${address}`);
      const eip155 = { methods: [], events: [], ...namespaces['eip155'], chains, accounts };
      await (await kit.updateSession({ topic, namespaces: { ...namespaces, eip155 } })).acknowledged();
      await kit.emitSessionEvent({ topic, event, chainId: `eip155:${chainId}` });
    }
  };
  return {
    scan: async (uri, { chains = [productChain.id], methods = ALL_METHODS, answer = 'approve' } = {}) => {
      const proposed = new Promise<WalletKitTypes.SessionProposal>((resolve) => kit.once('session_proposal', resolve));
      await kit.pair({ uri });
      const { id, params } = await proposed;
      if (answer === 'decline') {
        await kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') });
        return;
      }
      for (const chain of chains) allowed.add(chain);
      const caip2 = chains.map((chain) => `eip155:${chain}`);
      const namespaces = buildApprovedNamespaces({
        proposal: params,
        supportedNamespaces: {
          eip155: {
            chains: caip2,
            methods: [...methods],
            events: ['accountsChanged', 'chainChanged'],
            accounts: caip2.map((chain) => `${chain}:${account.address}`),
          },
        },
      });
      await kit.approveSession({ id, namespaces });
    },
    next: async (answer = 'approve') => {
      const { id, topic, params } = await upcoming();
      const { method } = params.request;
      const respond = (said: { result: unknown } | { error: { code: number; message: string } }): Promise<void> =>
        kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...said } });
      const chainId = askedChain(params.request.params);
      if (answer === 'decline') await respond({ error: getSdkError('USER_REJECTED_METHODS') });
      else if (method === 'wallet_addEthereumChain') {
        allowed.add(chainId);
        await tell(account.address, { name: 'chainChanged', data: chainId }, chainId);
        await respond({ result: null });
      } else if (method === 'wallet_switchEthereumChain') {
        // EIP-3326: the error for a chain that the wallet doesn't know.
        await respond(allowed.has(chainId) ? { result: null } : { error: { code: 4902, message: 'Unrecognized chain ID' } });
      } else await respond({ result: await carryOut(account, nodeUrl, method, params.request.params) });
      return method;
    },
    chooseAccount: (address) => tell(address, { name: 'accountsChanged', data: [address] }, productChain.id),
    chooseChain: (chainId) => tell(account.address, { name: 'chainChanged', data: chainId }, chainId),
    leave: async () => {
      for (const topic of Object.keys(kit.getActiveSessions())) {
        await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') });
      }
    },
    close: async () => {
      core.heartbeat.stop();
      await core.relayer.transportClose();
    },
  };
}

function askedChain(params: unknown): number {
  const [asked] = Array.isArray(params) ? (params as readonly unknown[]) : [];
  return typeof asked === 'object' && asked !== null && 'chainId' in asked ? Number(asked.chainId) : NaN;
}

async function carryOut(account: LocalAccount, nodeUrl: string, method: string, params: unknown): Promise<unknown> {
  const [first, second] = Array.isArray(params) ? (params as readonly unknown[]) : [];
  switch (method) {
    case 'personal_sign':
      if (!isHex(first)) throw new Error('nothing to sign');
      return account.signMessage({ message: { raw: first } });
    case 'eth_signTypedData_v4':
      return account.signTypedData(JSON.parse(String(second)) as Parameters<LocalAccount['signTypedData']>[0]);
    case 'eth_sendTransaction':
      return createWalletClient({ account, transport: http(nodeUrl) }).sendTransaction({
        ...(first as { to: `0x${string}`; data: `0x${string}` }),
        chain: null,
      });
    default:
      throw new Error(`the wallet of the tests doesn't do ${method}`);
  }
}
