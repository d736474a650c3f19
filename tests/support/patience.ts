/** How long `vi.waitFor` waits: a machine may be busy, so longer than anything takes, and shorter than a test may. */
export const PATIENCE = { timeout: 20_000 };
