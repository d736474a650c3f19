import type { TransactionRow } from '../lib/api/contract/transaction.ts';
import { walletTransactionList } from '../lib/api/contract/transaction-list.ts';
import { callApi } from './api.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Around the moment that an id begins with (UUIDv7). */
const WINDOW_MS = 60_000;

/** The movement that a receipt's link names in the page's address; null if it names none or it can't be found. */
export async function readLinkedTransaction(fragment: string): Promise<TransactionRow | null> {
  const id = fragment.replace(/^#/, '');
  if (!ID.test(id)) return null;
  const atMs = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const { data } = await callApi(
    walletTransactionList,
    { from: new Date(atMs - WINDOW_MS).toISOString(), to: new Date(atMs + WINDOW_MS).toISOString(), page: 1, size: 100 },
    { attention: 'failure' },
  );
  return data.find((row) => row.id === id) ?? null;
}
