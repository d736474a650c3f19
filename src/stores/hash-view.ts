import { atom } from 'nanostores';
import type { TransactionRow } from '../lib/api/contract/transaction.ts';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import { openModal } from './modals.ts';

/** The transaction in the hash view: an entry of the ledger, or what this device has sent, by one of its hashes. */
export const $hashView = atom<TransactionRow | Hex | null>(null);

export function openHashView(viewed: TransactionRow | Hex): void {
  $hashView.set(viewed);
  openModal('hash-view');
}
