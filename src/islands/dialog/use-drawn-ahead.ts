import { useEffect } from 'react';
import { DRAWN_AHEAD } from '../../lib/dialog/open-dialog.ts';
import { whenIdle } from '../../lib/visit/when-idle.ts';

/** A page that is always busy never reports being idle. */
const AT_LATEST_MS = 3_000;

/**
 * Renders a closed dialog invisibly once the browser is idle, so that opening it needs no layout. Does nothing in browsers without
 * `requestIdleCallback`.
 */
export function useDrawnAhead(id: string, isReady: boolean): void {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!isReady || !(dialog instanceof HTMLDialogElement) || !('requestIdleCallback' in window)) return;
    whenIdle(() => dialog.setAttribute(DRAWN_AHEAD, ''), AT_LATEST_MS);
    // A dialog that is never unmounted would keep its scroll position.
    dialog.onclose = () => dialog.scrollTo(0, 0);
  }, [id, isReady]);
}
