import type { ClientDirective } from 'astro';

const INTENT_EVENTS = ['pointerenter', 'pointerdown', 'focusin', 'touchstart'] as const;

/**
 * `client:intent`: hydrates an island when a person reaches for it: for the dialog it stands in, or for a button that opens that dialog.
 * The last click made while the code is on its way is kept and given to the hydrated island once. A failed import arms it again.
 */
const intent: ClientDirective = (load, _options, island) => {
  const dialog = island.closest('dialog');
  const openers = dialog?.id ? document.querySelectorAll<HTMLElement>(`[commandfor="${dialog.id}"]`) : [];
  const reached: Element[] = [island, ...(dialog ? [dialog] : []), ...openers];
  let kept: HTMLElement | undefined;
  let started = false;

  const keepClick = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a, input, summary') : null;
    if (!target || target instanceof HTMLAnchorElement || target instanceof HTMLInputElement) return;
    event.preventDefault();
    event.stopPropagation();
    kept = target;
    target.setAttribute('aria-busy', 'true');
  };

  const start = (): void => {
    if (started) return;
    started = true;
    void hydrate();
  };

  const hydrate = async (): Promise<void> => {
    try {
      const run = await load();
      await run();
    } catch {
      started = false;
      kept?.removeAttribute('aria-busy');
      kept = undefined;
      return;
    }
    island.removeEventListener('click', keepClick, true);
    for (const element of reached) for (const type of INTENT_EVENTS) element.removeEventListener(type, start);
    kept?.removeAttribute('aria-busy');
    kept?.click();
  };

  island.addEventListener('click', keepClick, true);
  island.addEventListener('click', start, true);
  dialog?.addEventListener('toggle', start, { once: true });
  for (const element of reached) for (const type of INTENT_EVENTS) element.addEventListener(type, start, { passive: true });
  for (const opener of openers) opener.addEventListener('click', start);
  // A dialog opened before this script ran has sent its event already.
  if (dialog?.open) start();
};

export default intent;
