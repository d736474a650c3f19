/** Web Locks need no storage, outlive a frozen tab, and end with the page that holds one. */
const LOCK = 'jufi:session';

/** Lets other tabs know that this page shows the session. A page in the back/forward cache doesn't, and may not hold a lock there. */
export function holdSession(): void {
  const left = new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }));
  lockManager()
    ?.request(LOCK, { mode: 'shared' }, () => left)
    .catch(() => undefined);
  addEventListener('pageshow', ({ persisted }) => persisted && holdSession(), { once: true });
}

/** Whether another tab shows the session. */
export async function isSessionInUse(): Promise<boolean> {
  try {
    const found = await lockManager()?.query();
    return found?.held?.some(({ name }) => name === LOCK) ?? false;
  } catch {
    return false;
  }
}

/** Absent where the connection isn't secure. */
function lockManager(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
