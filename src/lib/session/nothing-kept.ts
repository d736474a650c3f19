/** The fragment of the landing page's address that says why one was led there, where the tab can keep no toast for it. */
export const NOTHING_KEPT = '#nothing-kept';
