import type { EthereumProvider } from '@walletconnect/ethereum-provider';
import type { Eip1193Listener, Eip1193Provider, RequestArguments } from './eip1193.ts';

export type VendorProvider = InstanceType<typeof EthereumProvider>;

/**
 * The wallet at the other end as an EIP-1193 provider. The vendor's provider considers itself on whatever chain it was last told to switch to; here a chain
 * counts once the session allows it. Requests that the session doesn't allow are refused here; the vendor would send them to the site's node.
 */
export function walletConnectProvider(vendor: VendorProvider, pair: () => Promise<void>): Eip1193Provider {
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

export function allowsChain(vendor: VendorProvider, chainId: number): boolean {
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
