/** Fragment of the landing page's address that explains the redirect if the tab can't store a toast for it. */
export const NOTHING_KEPT = '#nothing-kept';
