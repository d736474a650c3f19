import type { KnownAddress } from '../../lib/transfer/look-alike.ts';
import type { KnownRecipient, Recipient } from '../../stores/transfer.ts';

/** Whom another address could be mistaken for: whom the member sent to before, and the member. The one looked at is not held against itself. */
export function knownAddresses(recent: readonly KnownRecipient[], self: Recipient | null, looked: Recipient): KnownAddress[] {
  return [...recent, ...(self ? [self] : [])]
    .filter(({ id }) => id !== looked.id)
    .map(({ username, address }) => ({ name: username, address }));
}
