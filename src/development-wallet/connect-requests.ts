import type { Address } from '../lib/chain/wallets/eip1193.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import type { WalletContext } from './wallet-context.ts';
import { exposedAccounts } from './wallet-state.ts';

/** Asks the user to unlock the wallet and choose an account, as needed. Refuses a second request while one is pending, as wallets do. */
export async function connect({ store, approvals, origin, show }: WalletContext): Promise<Address[]> {
  const known = exposedAccounts(store.get(), origin);
  if (known.length > 0) return known;
  if (approvals.isAsking('UNLOCK', 'CONNECT')) {
    show();
    throw new RpcError(rpcCodes.pending, 'a request to connect is waiting already');
  }
  if (store.get().locked) {
    await approvals.request({ kind: 'UNLOCK' });
    store.update({ locked: false });
  }
  if (!store.get().connected.includes(origin)) {
    await approvals.request({ kind: 'CONNECT' });
    store.update({ connected: [...store.get().connected, origin] });
  }
  return exposedAccounts(store.get(), origin);
}

/** EIP-2255. The only permission a site can have is to see the accounts. */
export function permissions({ store, origin }: WalletContext): { parentCapability: string; invoker: string; caveats: unknown[] }[] {
  const accounts = exposedAccounts(store.get(), origin);
  if (accounts.length === 0) return [];
  return [{ parentCapability: 'eth_accounts', invoker: origin, caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }];
}

export function disconnect({ store, origin }: WalletContext): null {
  store.update({ connected: store.get().connected.filter((other) => other !== origin) });
  return null;
}

/** Returns the account a request names if the site may see it; otherwise throws. */
export function permittedAccount({ store, origin }: WalletContext, named: unknown): Address {
  const account = exposedAccounts(store.get(), origin).find(
    (known) => typeof named === 'string' && known.toLowerCase() === named.toLowerCase(),
  );
  if (!account) throw new RpcError(rpcCodes.unauthorized, 'this site may not use this account');
  return account;
}
