import { onWalletPrompts } from '../lib/chain/wallets/while-prompting.ts';
import { LEAVE_EVENT } from '../lib/visit/leave-for.ts';
import { $loading, cancelLoading, clearLoading, startLoading } from '../stores/loading.ts';
import { shellTexts } from './shell-texts.ts';
import { onDialogs, raise } from './top-layer.ts';

/** `#loader` covers the page while it changes or an action is in progress, and says what it waits for. */
export function startLoader(): void {
  const loader = document.getElementById('loader');
  const label = loader?.querySelector('[data-loader-label]');
  const cancel = loader?.querySelector<HTMLElement>('[data-loader-cancel]');
  if (!loader || !label || !cancel) throw new Error('the page has no #loader');
  const cancelText = cancel.textContent;

  let isPrompting = false;
  /** The focus before the person went for the button. */
  let focused: Element | null = null;
  const draw = (): void => {
    const { tasks, isShown, isCancellable } = $loading.get();
    const task = tasks.at(-1);
    // The wallet's instructions are in a dialog that must stay readable.
    const isUp = isShown && task !== undefined && !isPrompting;
    if (isUp) {
      cancel.hidden = !isCancellable;
      cancel.textContent = tasks.every((waiting) => waiting.cancel) ? cancelText : shellTexts().loading.stop;
      raise(loader);
      label.textContent = task.label;
    } else if (loader.matches(':popover-open')) {
      const hasFocus = loader.contains(document.activeElement);
      loader.hidePopover();
      cancel.hidden = true;
      if (hasFocus && focused instanceof HTMLElement) focused.focus();
    }
  };
  loader.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !loader.contains(relatedTarget)) focused = relatedTarget;
  });
  $loading.subscribe(draw);
  onWalletPrompts((isOpen) => {
    isPrompting = isOpen;
    draw();
  });
  onDialogs(draw);
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

/** Whether a click leads to another of our pages in this tab. Files (`/feed.xml`, a CSV), new tabs and anchors on this page don't count. */
function leavesThePage(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.hasAttribute('download') || (link.target || '_self') !== '_self' || link.origin !== location.origin) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return !(isHere && link.href.includes('#')) && !/\.\w+$/.test(link.pathname);
}
