import type { ClientDirective } from 'astro';
import { codeOf } from './island-code.ts';
import { keepPresses } from './keep-presses.ts';

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
