import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';
import { withInvitation } from './invitation.ts';

/**
 * The address that a wallet app opens in its own browser, which doesn't share this tab's storage: the page somebody was on the way to when
 * asked to sign in, otherwise this one, with the invitation. Never contains a login link's token, because these addresses pass through the
 * wallets' servers.
 */
export function addressForWallet(address: string): string {
  const here = new URL(address);
  const returnTo = tabStorage.get(tabKeys.returnTo);
  const wanted = returnTo === null || !URL.canParse(returnTo, here) ? here : new URL(returnTo, here);
  const target = wanted.origin === here.origin ? wanted : here;
  target.searchParams.delete('token');
  return withInvitation(target.href);
}
