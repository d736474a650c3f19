import { atom } from 'nanostores';
import type { TrackedTransaction } from '../lib/transactions/tracked-transaction.ts';

/** Transactions sent from this device by any member, newest first. `transactions.ts` follows them. */
export const $transactions = atom<readonly TrackedTransaction[]>([]);
