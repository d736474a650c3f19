import { definePart } from '../lib/visit/define-part.ts';
import type { Wallet } from './create-wallet.ts';
import type { Eip1193Listener, Eip1193Provider, RequestArguments } from '../lib/chain/wallets/eip1193.ts';

/** Announces the development wallet (EIP-6963), now and on each request. */
export function announceDevelopmentWallet(host: Window): void {
  if (!provider) {
    provider = createProvider();
    host.addEventListener('eip6963:requestProvider', () => announceDevelopmentWallet(host));
    // A page that looks for wallets is about to choose one.
    void walletPart.whenLoaded({ isAhead: true }).then(({ prepareWallet }) => prepareWallet());
  }
  host.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
}

const walletPart = definePart(() => import('./start-wallet.ts'));

const info = Object.freeze({
  uuid: '5f1e3c7a-6a1d-4b8e-9a57-2c3f0b1d7e64',
  name: 'JuFi Wallet',
  icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"%3E%3Cpath fill="%23151210" d="M0 0h36v36H0z"/%3E%3Cpath fill="none" stroke="%2371bd9f" stroke-width="3" d="M13 9h12v12a6 6 0 0 1-13 1M9 31h18"/%3E%3C/svg%3E',
  rdns: 'org.jufi.development',
});

let provider: Eip1193Provider | undefined;

function createProvider(): Eip1193Provider {
  const listeners = new Map<string, Set<Eip1193Listener>>();
  let wallet: Promise<Wallet> | undefined;
  const emit = (event: string, payload: unknown): void => listeners.get(event)?.forEach((listener) => listener(payload));
  const load = async (): Promise<Wallet> => {
    try {
      return await (await walletPart.load()).startWallet(emit);
    } catch (cause) {
      // The next request tries again.
      wallet = undefined;
      throw cause;
    }
  };
  return {
    request: async (args: RequestArguments) => (await (wallet ??= load())).request(args),
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener);
    },
  };
}
