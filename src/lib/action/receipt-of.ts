export interface EntryReceipt {
  id: string;
  createdAt: string;
}

/** Of an answer that gave something which stands in no list of transactions, such as points; null for one without it. */
export function receiptOf(data: unknown): EntryReceipt | null {
  return hasReceipt(data) ? data.receipt : null;
}

function hasReceipt(data: unknown): data is { receipt: EntryReceipt } {
  return typeof data === 'object' && data !== null && 'receipt' in data && data.receipt !== undefined;
}
