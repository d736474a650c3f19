import { atom } from 'nanostores';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';

/** The transaction in the hash view, by a hash it was sent under. */
export const $viewedHash = atom<Hex | null>(null);
