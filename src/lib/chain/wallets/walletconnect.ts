import { createEmitter } from '@wagmi/core/internal';
import { walletConnect } from 'wagmi/connectors';
import { siteUrl } from '../../config.ts';
import { walletConnectProjectId, walletConnectRelayUrl } from './wallet-settings.ts';
import { productChain } from '../product-chain.ts';
import { wagmiConfig } from '../wagmi-config.ts';
import type { DiscoveredWallet } from './discovered-wallet.ts';
import { toWalletError, WalletError } from './wallet-error.ts';
import { walletConnectId } from './walletconnect-id.ts';
import { walletConnectPairing } from './walletconnect-pairing.ts';
import { allowsChain, walletConnectProvider, type VendorProvider } from './walletconnect-provider.ts';

export interface WalletConnect {
  wallet: DiscoveredWallet;
  /** The wallet at the other end, by the name it gives itself; null while there is no session. */
  peer(): string | null;
  /** Calls back with the text of the code: now, and with each new one; null while there is none. Returns an unsubscribe function. */
  onPairing(listener: (uri: string | null) => void): () => void;
  /** Ends the session, so that another wallet can be paired. */
  end(): Promise<void>;
}

type VendorConnector = ReturnType<ReturnType<typeof walletConnect>>;

/** A relay that is there answers at once, and on a slow line within seconds. */
const CODE_WITHIN_MS = 20_000;

let opening: Promise<WalletConnect> | undefined;

/** Loads WalletConnect and takes up the session of before, if there is one. Rejects where that fails; it may be asked for again then. */
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

/** wagmi's own, but for its emitter: connections count in wagmi's state once they are ours (`walletConnector`). */
function vendorConnector(): VendorConnector {
  if (walletConnectProjectId === undefined) throw new WalletError('CONNECTOR_NOT_FOUND');
  const [chain] = wagmiConfig.chains;
  // Asked for beside ours, because wallets that know only the great chains refuse a proposal that names none of them. Connected there, most can be
  // given ours. Nothing is read from it or sent to it.
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
 * The vendor's "Verify API" frames a page of its own for each request, to tell wallets which origin asks, and no option turns it off. The content
 * security policy refuses the frame, and the request would wait five seconds for it.
 */
function keepFromReporting({ signer }: VendorProvider): void {
  signer.client.core.verify.register = () => Promise.resolve('');
}

/** A session that was settled while this page was away comes without what it allows, until it is told of as an update. */
function restoreMethods({ session, signer }: VendorProvider): void {
  if (session) signer.client.events.emit('session_update', { id: 0, topic: session.topic, params: { namespaces: session.namespaces } });
}

/** One pairing at a time: who calls it off and chooses again waits for the same code. */
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

  /** Until the wallet has approved. A session that cannot do what is needed gives way to a new one. */
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

  /** Rejects where no code comes; never resolves. */
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
 * Has the next pairing wait for what the wallet answers to the code of before: the page was loaded anew meanwhile, and the vendor's client, which
 * kept the proposal, has nobody left who waits for it.
 */
function resumePairing({ signer }: VendorProvider, uri: string): void {
  const { client } = signer;
  const connect = client.connect.bind(client);
  const cleanUp = signer.cleanupPendingPairings.bind(signer);
  // It would stop listening for the very answer.
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
