/** Timeout of `vi.waitFor`: longer than anything takes on a busy machine, and shorter than a test's own. */
export const PATIENCE = { timeout: 20_000 };
