import type { Reserves } from './reserves.ts';

/** A reader is waiting for the page. */
const TIMEOUT_MS = 3_000;

/** The reserves for a page; null if they are unknown or not available in time. */
export async function readReserves(read: (() => Promise<Reserves | null>) | undefined): Promise<Reserves | null> {
  if (read === undefined) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    // The failure has been logged at its source; the page says that there is nothing to show.
    return await Promise.race([read().catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
