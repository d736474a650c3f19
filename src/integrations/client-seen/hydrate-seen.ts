import type { ClientDirective } from 'astro';

/**
 * `client:seen`: an island comes alive when it is seen, as with `client:visible`. In a page made ahead nothing is seen, so there it is what the first
 * screen will show that comes alive; otherwise a member who goes there would wait for it.
 */
const hydrateSeen: ClientDirective = (load, options, island) => {
  const hydrate = async (): Promise<void> => {
    await (
      await load()
    )();
  };
  const parts = [...island.children];
  // A page that is made ahead is laid out but not painted: observers stay silent until it is activated (HTML, "prerendering").
  if (
    'prerendering' in document &&
    document.prerendering === true &&
    parts.some((part) => part.getBoundingClientRect().top < innerHeight)
  ) {
    void hydrate();
    return;
  }
  // Astro hands on what stands in the page, whose type it calls a string.
  const value: unknown = options.value;
  const margin = typeof value === 'object' && value !== null && 'rootMargin' in value ? { rootMargin: String(value.rootMargin) } : {};
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void hydrate();
  }, margin);
  for (const part of parts) observer.observe(part);
};

export default hydrateSeen;
