import type { KnownAddress } from '../../lib/transfer/look-alike.ts';
import type { KnownRecipient, Recipient } from '../../stores/transfer.ts';

/** Addresses that another one could be mistaken for: previous recipients, and the member's own. Excludes the address itself. */
export function knownAddresses(recent: readonly KnownRecipient[], self: Recipient | null, looked: Recipient): KnownAddress[] {
  return [...recent, ...(self ? [self] : [])]
    .filter(({ id }) => id !== looked.id)
    .map(({ username, address }) => ({ name: username, address }));
}
