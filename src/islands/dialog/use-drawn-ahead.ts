import { useEffect } from 'react';
import { DRAWN_AHEAD } from '../../lib/dialog/open-dialog.ts';

/** A page that always has something to do is never idle. */
const AT_LATEST_MS = 3_000;

/**
 * Keeps a closed dialog drawn, unseen, from when the browser has nothing else to do: what is laid out by then need not be when it opens.
 * Where a browser does not say that it is idle, nothing is done.
 */
export function useDrawnAhead(id: string, isReady: boolean): void {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!isReady || !(dialog instanceof HTMLDialogElement) || !('requestIdleCallback' in window)) return;
    requestIdleCallback(() => dialog.setAttribute(DRAWN_AHEAD, ''), { timeout: AT_LATEST_MS });
    // What is never taken down stays as far down as it was read.
    dialog.onclose = () => dialog.scrollTo(0, 0);
  }, [id, isReady]);
}
