import { atom } from 'nanostores';
import type { TransactionRow } from '../lib/api/contract/transaction.ts';
import { openModal } from './modals.ts';

/** The transaction in the hash view. */
export const $hashView = atom<TransactionRow | null>(null);

export function openHashView(row: TransactionRow): void {
  $hashView.set(row);
  openModal('hash-view');
}
