import { atom } from 'nanostores';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';

/** The transaction in the hash view, by one of its hashes. */
export const $viewedHash = atom<Hex | null>(null);
