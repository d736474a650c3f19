/** Whose press only a script can act on; the rest the browser does itself. */
const CONTROLS = 'button:not([popovertarget], [commandfor], form[method=dialog] *), input:is([type=radio], [type=checkbox]), select';
const UNAVAILABLE = ':disabled, [aria-disabled=true]';
/** A control that can't be used by then isn't waiting for anything. */
const PATIENCE_MS = 5_000;

/**
 * Keeps a press on a control of an island that isn't hydrated, or whose data is still to come: the control looks busy, and is pressed once it can be.
 * Whatever the person does next takes its place.
 */
export function keepPresses(island: HTMLElement, hydrate: () => void): void {
  let isHydrated = false;
  let down: HTMLElement | null = null;
  const over = new AbortController();
  const early = { capture: true, signal: over.signal };
  const find = ({ target }: Event): HTMLElement | null => {
    const within = target instanceof Element && island.contains(target) ? target : null;
    const control = within?.closest('label')?.control ?? within?.closest<HTMLElement>(CONTROLS) ?? null;
    return control?.matches(CONTROLS) ? control : null;
  };
  const keep = (control: HTMLElement): void => {
    hydrate();
    pressOnceAvailable(control, island, () => isHydrated);
  };
  island.addEventListener('astro:hydrate', () => {
    isHydrated = true;
    setTimeout(() => over.abort(), PATIENCE_MS);
  });
  // A control that is disabled gets no click.
  addEventListener('pointerdown', (event) => (down = find(event)), early);
  addEventListener(
    'pointerup',
    (event) => {
      const control = find(event);
      if (!control || control !== down || event.button !== 0 || control.getAttribute('aria-busy') === 'true') return;
      // One that is hydrated and only says that it's unavailable hears its press, and answers it.
      if (control.matches(isHydrated ? ':disabled' : UNAVAILABLE)) keep(control);
    },
    early,
  );
  addEventListener(
    'click',
    (event) => {
      const control = isHydrated ? null : find(event);
      if (!control || control.matches(UNAVAILABLE)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      keep(control);
    },
    early,
  );
}

function pressOnceAvailable(control: HTMLElement, island: HTMLElement, isHydrated: () => boolean): void {
  const over = new AbortController();
  const once = { signal: over.signal };
  const look = (): void => {
    if (!control.isConnected) over.abort();
    if (over.signal.aborted || !isHydrated() || control.matches(UNAVAILABLE)) return;
    over.abort();
    control.focus({ preventScroll: true });
    if (!(control instanceof HTMLSelectElement)) control.click();
  };
  const waiting = new MutationObserver(look);
  waiting.observe(island, { subtree: true, childList: true, attributeFilter: ['disabled', 'aria-disabled'] });
  over.signal.addEventListener('abort', () => {
    waiting.disconnect();
    control.removeAttribute('aria-busy');
  });
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => over.abort(), { ...once, capture: true });
  const lookOn = (): void => {
    look();
    setTimeout(() => over.abort(), PATIENCE_MS);
  };
  control.setAttribute('aria-busy', 'true');
  if (isHydrated()) lookOn();
  else island.addEventListener('astro:hydrate', lookOn, once);
}
