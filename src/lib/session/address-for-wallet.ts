import { returnTo } from '../visit/tab-marks.ts';
import { withInvitation } from './invitation.ts';

/**
 * The address that a wallet app opens in its own browser, which doesn't share this tab's storage: the page somebody was on the way to when
 * asked to sign in, otherwise this one, with the invitation. Never contains a login link's token, because these addresses pass through the
 * wallets' servers.
 */
export function addressForWallet(address: string): string {
  const here = new URL(address);
  const left = returnTo.get();
  const wanted = left === null || !URL.canParse(left, here) ? here : new URL(left, here);
  const target = wanted.origin === here.origin ? wanted : here;
  target.searchParams.delete('token');
  return withInvitation(target.href);
}
