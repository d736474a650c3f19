import { atom } from 'nanostores';
import type { TrackedTransaction } from '../lib/transactions/tracked-transaction.ts';

/** The transactions sent from this device, newest first, whoever's they are. What follows them is `transactions.ts`. */
export const $transactions = atom<readonly TrackedTransaction[]>([]);
