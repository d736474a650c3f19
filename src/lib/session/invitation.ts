import { isEmptyText } from '../emptiness.ts';
import { tabStorage } from '../storage/safe-storage.ts';
import { tabKeys } from '../storage/storage-keys.ts';

/** As long as the provider takes; an address can hold anything, and must keep nobody from signing in. */
const LONGEST = 256;

/** The code that this tab was invited with; null when there is none that could be one. */
export function invitationCode(): string | null {
  const code = tabStorage.get(tabKeys.referralCode)?.trim();
  return isEmptyText(code) || code === undefined || code.length > LONGEST ? null : code;
}

/** An address of ours as it is given to a wallet's app, whose browser knows nothing of this tab. */
export function withInvitation(address: string): string {
  const url = new URL(address);
  const code = invitationCode();
  if (code !== null && !url.searchParams.has('referralCode')) url.searchParams.set('referralCode', code);
  return url.href;
}
