import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { $loading, cancelLoading, clearLoading, startLoading } from '../stores/loading.ts';
import { shellTexts } from './shell-texts.ts';
import { onDialogs, raise } from './top-layer.ts';

/** `#loader` covers the page while a route changes or an action is loading, and says what it waits for. */
export function startLoader(): void {
  const loader = document.getElementById('loader');
  const label = loader?.querySelector('[data-loader-label]');
  const cancel = loader?.querySelector<HTMLElement>('[data-loader-cancel]');
  if (!loader || !label || !cancel) throw new Error('the page has no #loader');

  $loading.subscribe(({ tasks, isShown, isCancellable }) => {
    const task = tasks.at(-1);
    cancel.hidden = !isCancellable;
    if (isShown && task) {
      raise(loader);
      label.textContent = task.label;
    } else if (loader.matches(':popover-open')) {
      loader.hidePopover();
    }
  });
  onDialogs(() => {
    if ($loading.get().isShown) raise(loader);
  });
  cancel.addEventListener('click', cancelLoading);
  addEventListener('click', (event) => {
    if (leavesThePage(event)) dispatchEvent(new Event(LEAVE_EVENT));
  });
  addEventListener(LEAVE_EVENT, coverRouteChange);
  addEventListener('pageshow', clearLoading);
}

function coverRouteChange(): void {
  startLoading({ label: shellTexts().loading.page, cancel: () => window.stop() });
}

/** Whether a click leads to another page of ours in this tab. Files (`/feed.xml`, a CSV), new tabs and places on this page do not. */
function leavesThePage(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.hasAttribute('download') || (link.target || '_self') !== '_self' || link.origin !== location.origin) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return !(isHere && link.href.includes('#')) && !/\.\w+$/.test(link.pathname);
}
