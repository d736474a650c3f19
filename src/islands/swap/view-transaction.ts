import type { Hex } from '../../lib/chain/wallets/eip1193.ts';
import { $viewedHash } from '../../stores/viewed-transaction.ts';
import { showModal } from '../dialog/show-modal.ts';

/** Opens the hash view of a transaction, by its first or current hash. */
export function viewTransaction(hash: Hex): void {
  $viewedHash.set(hash);
  showModal('hash-view');
}
