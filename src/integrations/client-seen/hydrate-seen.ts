import type { ClientDirective } from 'astro';
import { codeOf } from './island-code.ts';

/** Whose press only a script can act on; the rest the browser does itself. */
const CONTROLS = 'button:not([popovertarget], [commandfor], form[method=dialog] *), input:is([type=radio], [type=checkbox]), select';
const UNAVAILABLE = ':disabled, [aria-disabled=true]';
/** A control that can't be used by then isn't waiting for anything. */
const PATIENCE_MS = 5_000;

/**
 * `client:seen`: hydrates an island when it becomes visible, like `client:visible`. Nothing is visible in a prerendered page, so there it hydrates what the
 * first screen will show; otherwise a member who opens it would wait. Who moves by keyboard would jump over fields that aren't alive yet, so the first
 * Tab hydrates all islands. With `early`, its code is fetched at once, and it hydrates one screen before it is seen, so that its data is there when a
 * member scrolls to it. What is pressed before is pressed again afterwards.
 */
const hydrateSeen: ClientDirective = (load, options, island) => {
  // Astro passes on the content of the page, which it types as a string.
  const value: unknown = options.value;
  const wanted = typeof value === 'object' && value !== null ? value : {};
  const isEarly = 'early' in wanted;
  const code = codeOf(island);
  if (isEarly) void code.whenLoaded({ isAhead: true });
  const waiting = new AbortController();
  const hydrate = async (): Promise<void> => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    await code.whenLoaded();
    await (
      await load()
    )();
  };
  keepPresses(island, () => void hydrate());
  const parts = [...island.children];
  const observe = (): void => {
    const rootMargin = 'rootMargin' in wanted ? String(wanted.rootMargin) : isEarly ? '100%' : '0%';
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void hydrate();
      },
      { rootMargin },
    );
    for (const part of parts) observer.observe(part);
    waiting.signal.addEventListener('abort', () => observer.disconnect());
  };
  const start = (): void => {
    if (isPrerendering() && parts.some((part) => part.getBoundingClientRect().top < innerHeight)) void hydrate();
    else observe();
  };
  // An island without content can't be observed.
  if (parts.length === 0) void hydrate();
  // A prerendered page is laid out but not painted: observers stay silent until it's activated (HTML, "prerendering"). Asking for an island's place while
  // the page is still being parsed lays it out anew for each island, so they all ask at its end.
  else if (isPrerendering() && document.readyState === 'loading') document.addEventListener('readystatechange', start, { once: true });
  else start();
  addEventListener('keydown', ({ key }) => void (key === 'Tab' && hydrate()), { signal: waiting.signal });
};

const isPrerendering = (): boolean => 'prerendering' in document && document.prerendering === true;

export default hydrateSeen;

/**
 * Keeps a press on a control of an island that isn't hydrated, or whose data is still to come: the control looks busy, and is pressed once it can be.
 * Whatever the person does next takes its place.
 */
function keepPresses(island: HTMLElement, hydrate: () => void): void {
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
