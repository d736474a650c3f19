import { isEmptyText } from '../emptiness.ts';
import { referralCode } from '../visit/tab-marks.ts';
import { identifierOf } from '../identifier.ts';

/** The provider's limit. An address can contain anything, and a bad code must not prevent signing in. */
const LONGEST = 256;

/** The referral code this tab was opened with, or null if there is no plausible one. */
export function invitationCode(): string | null {
  const code = referralCode.get() ?? '';
  const meant = code.length > LONGEST ? '' : identifierOf(code);
  return isEmptyText(meant) ? null : meant;
}

/** Adds the code to one of our addresses that is passed to a wallet app, whose browser doesn't share this tab's storage. */
export function withInvitation(address: string): string {
  const url = new URL(address);
  const code = invitationCode();
  if (code !== null && !url.searchParams.has('referralCode')) url.searchParams.set('referralCode', code);
  return url.href;
}
