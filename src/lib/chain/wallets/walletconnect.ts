import { createEmitter } from '@wagmi/core/internal';
import type { EthereumProvider } from '@walletconnect/ethereum-provider';
import { walletConnect } from 'wagmi/connectors';
import { siteUrl } from '../../config.ts';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { DiscoveredWallet, Eip1193Listener, Eip1193Provider, RequestArguments } from './eip1193.ts';
import { toWalletError, WalletError } from './wallet-error.ts';
import { walletConnectId, walletConnectProjectId, walletConnectRelayUrl } from './wallet-options.ts';
import { walletConnectPairing } from './walletconnect-pairing.ts';

export interface WalletConnect {
  wallet: DiscoveredWallet;
  /** The wallet at the other end, by the name it reports; null without a session. */
  peer(): string | null;
  /** Calls back with the pairing code's text, now and whenever it changes; null while there is none. Returns an unsubscribe function. */
  onPairing(listener: (uri: string | null) => void): () => void;
  /** Ends the session, so that another wallet can be paired. */
  end(): Promise<void>;
}

type VendorConnector = ReturnType<ReturnType<typeof walletConnect>>;

/** A reachable relay answers at once, or within seconds on a slow line. */
const CODE_WITHIN_MS = 20_000;

let opening: Promise<WalletConnect> | undefined;

/** Loads WalletConnect and resumes the previous session, if any. Rejects on failure, after which it can be called again. */
export function openWalletConnect(): Promise<WalletConnect> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<WalletConnect> {
  const connector = vendorConnector();
  const vendor = await connector.getProvider();
  keepFromReporting(vendor);
  restoreMethods(vendor);
  const pairing = new Pairing(vendor, connector);
  return {
    wallet: {
      id: walletConnectId,
      name: 'WalletConnect',
      provider: walletConnectProvider(vendor, () => pairing.run()),
    },
    peer: () => (vendor.session ? vendor.session.peer.metadata.name : null),
    onPairing: (listener) => pairing.watch(listener),
    end: () => vendor.disconnect(),
  };
}

/** wagmi's own connector, but without its emitter: wagmi learns of a connection from our connector (`walletConnector`). */
function vendorConnector(): VendorConnector {
  if (walletConnectProjectId === undefined) throw new WalletError('CONNECTOR_NOT_FOUND');
  const [chain] = wagmiConfig.chains;
  // Requested in addition to our chain, because wallets that only know the big chains refuse a proposal without any of them. Once connected,
  // most can be given ours. Nothing is read from it or sent to it.
  const bridge = { ...chain, id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };
  return walletConnect({
    projectId: walletConnectProjectId,
    relayUrl: walletConnectRelayUrl,
    showQrModal: false,
    telemetryEnabled: false,
    isNewChainsStale: false,
    logger: 'silent',
    customStoragePrefix: 'jufi',
    metadata: { name: 'JuFi', description: 'JuFi', url: siteUrl, icons: [`${siteUrl}/icon-192.png`] },
  })({ chains: [chain, bridge], emitter: createEmitter(walletConnectId), providers: [], storage: wagmiConfig.storage });
}

/**
 * The vendor's "Verify API" frames one of its pages for each request, to tell wallets which origin is asking, and can't be turned off. The content security
 * policy blocks the frame, and the request would wait five seconds for it.
 */
function keepFromReporting({ signer }: VendorProvider): void {
  signer.client.core.verify.register = () => Promise.resolve('');
}

/** A session settled while this page was away arrives without its permissions; they follow as an update. */
function restoreMethods({ session, signer }: VendorProvider): void {
  if (session) signer.client.events.emit('session_update', { id: 0, topic: session.topic, params: { namespaces: session.namespaces } });
}

/** One pairing at a time: cancelling and choosing again reuses the code. */
class Pairing {
  readonly #vendor: VendorProvider;
  readonly #connector: VendorConnector;
  readonly #listeners = new Set<(uri: string | null) => void>();
  #uri: string | null = null;
  #running: Promise<void> | undefined;

  constructor(vendor: VendorProvider, connector: VendorConnector) {
    this.#vendor = vendor;
    this.#connector = connector;
    vendor.events.on('display_uri', (uri: string) => {
      walletConnectPairing.keep(uri);
      this.#tell(uri);
    });
  }

  watch(listener: (uri: string | null) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#uri);
    return () => this.#listeners.delete(listener);
  }

  /** Waits until the wallet has approved. A session that lacks what is needed is replaced by a new one. */
  async run(): Promise<void> {
    const vendor = this.#vendor;
    if (vendor.session && !this.#running) {
      if (allowsChain(vendor, productChain.id)) return;
      await vendor.disconnect();
    }
    this.#running ??= this.#pair().finally(() => {
      this.#running = undefined;
      walletConnectPairing.forget();
      this.#tell(null);
    });
    await Promise.race([this.#running, this.#orWithoutCode()]);
  }

  async #pair(): Promise<void> {
    const kept = walletConnectPairing.get();
    if (kept !== null) resumePairing(this.#vendor, kept);
    try {
      await this.#connector.connect();
    } catch (thrown) {
      throw /expired/i.test(String(thrown)) ? new WalletError('TIMEOUT', thrown) : toWalletError(thrown);
    }
  }

  /** Rejects if no code arrives; never resolves. */
  #orWithoutCode(): Promise<never> {
    return new Promise((_resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new WalletError('RELAY_UNREACHABLE'));
      }, CODE_WITHIN_MS);
      const stop = this.watch((uri) => {
        if (uri !== null) clearTimeout(timer);
      });
    });
  }

  #tell(uri: string | null): void {
    this.#uri = uri;
    for (const listener of this.#listeners) listener(uri);
  }
}

/**
 * Makes the next pairing wait for the wallet's answer to the previous code: the page has been reloaded, and the vendor's client kept the proposal but
 * nothing awaits it any more.
 */
function resumePairing({ signer }: VendorProvider, uri: string): void {
  const { client } = signer;
  const connect = client.connect.bind(client);
  const cleanUp = signer.cleanupPendingPairings.bind(signer);
  // Would stop listening for that answer.
  signer.cleanupPendingPairings = () => Promise.resolve();
  client.connect = () => {
    client.connect = connect;
    signer.cleanupPendingPairings = cleanUp;
    return Promise.resolve({
      uri,
      approval: () =>
        new Promise((resolve, reject) => {
          const [settled] = client.session.getAll();
          if (settled) resolve(settled);
          client.once('session_connect', ({ session }) => resolve(session));
          client.once('proposal_expire', () => reject(new WalletError('TIMEOUT')));
        }),
    });
  };
}

type VendorProvider = InstanceType<typeof EthereumProvider>;

/**
 * The wallet at the other end as an EIP-1193 provider. The vendor's provider considers itself on whatever chain it was last told to switch to; here a chain
 * counts once the session allows it. Requests that the session doesn't allow are refused here; the vendor would send them to the site's node.
 */
function walletConnectProvider(vendor: VendorProvider, pair: () => Promise<void>): Eip1193Provider {
  const listeners = new Map<string, Set<Eip1193Listener>>();
  const emit = (event: string, payload: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  const tellWhereItStands = (): void => {
    emit('accountsChanged', accountsOf(vendor));
    emit('chainChanged', chainOf(vendor));
  };
  for (const event of ['accountsChanged', 'chainChanged', 'session_update'] as const) {
    // The vendor's own listeners apply the change, and may run after this one.
    vendor.events.on(event, () => queueMicrotask(tellWhereItStands));
  }
  // Ended at the other end: no account is left, as with a locked wallet.
  vendor.events.on('session_delete', () => emit('accountsChanged', []));
  const { client } = vendor.signer;
  // The vendor's provider keeps using an expired session.
  client.on('session_expire', ({ topic }) => client.events.emit('session_delete', { id: 0, topic }));
  return {
    request: async (args) => {
      if (args.method !== 'eth_requestAccounts') return requestOf(vendor, args);
      await pair();
      return accountsOf(vendor);
    },
    on: (event, listener) => {
      const ofEvent = listeners.get(event) ?? new Set();
      listeners.set(event, ofEvent.add(listener));
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  };
}

async function requestOf(vendor: VendorProvider, args: RequestArguments): Promise<unknown> {
  switch (args.method) {
    case 'eth_accounts':
      return accountsOf(vendor);
    case 'eth_chainId':
      return chainOf(vendor);
    case 'wallet_switchEthereumChain':
      if (!allowsChain(vendor, wantedChain(args)) && !allows(vendor, args.method)) throw unsupported();
      break;
    default:
      if (!allows(vendor, args.method)) throw unsupported();
  }
  return vendor.request({ method: args.method, ...(args.params && { params: [...args.params] }) });
}

function approved(vendor: VendorProvider): readonly string[] {
  return vendor.session?.namespaces['eip155']?.accounts ?? [];
}

/** CAIP-10: `eip155:210000:0x…`. */
function accountsOf(vendor: VendorProvider): string[] {
  const all = approved(vendor).map((account) => account.split(':'));
  const here = all.filter(([, chainId]) => Number(chainId) === vendor.chainId);
  // The wallet's last choice comes first: it may have switched between the chains that the session allows.
  const addresses = [...(vendor.session ? vendor.accounts : []), ...(here.length > 0 ? here : all).map(([, , address]) => address ?? '')];
  const known = new Set(all.map(([, , address]) => address?.toLowerCase()));
  return [...new Set(addresses)].filter((address) => known.has(address.toLowerCase()));
}

function chainOf(vendor: VendorProvider): string | undefined {
  const chainId = allowsChain(vendor, vendor.chainId) ? vendor.chainId : Number(approved(vendor)[0]?.split(':')[1]);
  return Number.isSafeInteger(chainId) ? `0x${chainId.toString(16)}` : undefined;
}

function allowsChain(vendor: VendorProvider, chainId: number): boolean {
  return approved(vendor).some((account) => account.startsWith(`eip155:${chainId}:`));
}

function allows(vendor: VendorProvider, method: string): boolean {
  return vendor.session?.namespaces['eip155']?.methods.includes(method) ?? false;
}

function wantedChain({ params }: RequestArguments): number {
  const [asked] = params ?? [];
  return typeof asked === 'object' && asked !== null && 'chainId' in asked ? Number(asked.chainId) : NaN;
}

/** EIP-1193: "the provider does not support the requested method". */
function unsupported(): Error {
  return Object.assign(new Error('The session does not allow this'), { code: 4200 });
}
