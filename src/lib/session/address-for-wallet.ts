import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';
import { withInvitation } from './invitation.ts';

/**
 * The address that a wallet's app opens in its own browser, which knows nothing of this tab: the page that somebody was on the way to when they were asked
 * to sign in, else this one, with the invitation. Never a login link's token: these addresses pass through the wallets' servers.
 */
export function addressForWallet(address: string): string {
  const here = new URL(address);
  const returnTo = tabStorage.get(tabKeys.returnTo);
  const wanted = returnTo === null || !URL.canParse(returnTo, here) ? here : new URL(returnTo, here);
  const target = wanted.origin === here.origin ? wanted : here;
  target.searchParams.delete('token');
  return withInvitation(target.href);
}
