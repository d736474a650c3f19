/** The same number of blocks that a deposit waits for. */
export const SETTLED_AFTER_CONFIRMATIONS = 3;
