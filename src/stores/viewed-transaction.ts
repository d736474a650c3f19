import { atom } from 'nanostores';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import { openModal } from './modals.ts';

/** The transaction that the hash view shows, by the hash it was first sent under or stands under now. */
export const $viewedHash = atom<Hex | null>(null);

export function viewTransaction(hash: Hex): void {
  $viewedHash.set(hash);
  openModal('hash-view');
}
