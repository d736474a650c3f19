export interface EntryReceipt {
  id: string;
  createdAt: string;
}

/** The receipt of a response that isn't listed as a transaction, such as points; null if it has none. */
export function receiptOf(data: unknown): EntryReceipt | null {
  return hasReceipt(data) ? data.receipt : null;
}

function hasReceipt(data: unknown): data is { receipt: EntryReceipt } {
  return typeof data === 'object' && data !== null && 'receipt' in data && data.receipt !== undefined;
}
