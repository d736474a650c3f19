/** As many blocks as a deposit waits for. */
export const SETTLED_AFTER_CONFIRMATIONS = 3;
