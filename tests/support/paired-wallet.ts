import { WalletKit, type WalletKitTypes } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import { createWalletClient, http, isHex, type LocalAccount } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';

type Request = WalletKitTypes.SessionRequest;
type Answer = 'approve' | 'decline';

export interface PairedWallet {
  /** Reads the text of a code, as the camera of a phone does, and answers what is proposed. */
  scan(uri: string, how?: { chains?: readonly number[]; methods?: readonly string[]; answer?: Answer }): Promise<void>;
  /** Answers the next request; resolves with its method once it's answered. */
  next(answer?: Answer): Promise<string>;
  /** Ends the session from this end. */
  leave(): Promise<void>;
  /** Makes the session end now, as it would after its seven days. */
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
    // Of its own: clients of one process share what has the same prefix.
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
  return {
    scan: async (uri, { chains = [productChain.id], methods = ALL_METHODS, answer = 'approve' } = {}) => {
      const proposed = new Promise<WalletKitTypes.SessionProposal>((resolve) => kit.once('session_proposal', resolve));
      await kit.pair({ uri });
      const { id, params } = await proposed;
      if (answer === 'decline') {
        await kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') });
        return;
      }
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
      const response =
        answer === 'decline'
          ? { id, jsonrpc: '2.0', error: getSdkError('USER_REJECTED_METHODS') }
          : { id, jsonrpc: '2.0', result: await carryOut(account, nodeUrl, method, params.request.params) };
      await kit.respondSessionRequest({ topic, response });
      return method;
    },
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
