import type { Reserves } from './reserves.ts';

/** A reader waits for the page meanwhile. */
const TIMEOUT_MS = 3_000;

/** The reserves for a page: null where nothing is known of them, nothing answers, or not in time. */
export async function readReserves(read: (() => Promise<Reserves | null>) | undefined): Promise<Reserves | null> {
  if (read === undefined) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    // Whatever fails behind it is logged there; the page says that there is nothing to show.
    return await Promise.race([read().catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
