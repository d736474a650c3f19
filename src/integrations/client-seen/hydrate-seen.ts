import type { ClientDirective } from 'astro';

/**
 * `client:seen`: hydrates an island when it becomes visible, like `client:visible`. Nothing is visible in a prerendered page, so there it hydrates what the
 * first screen will show; otherwise a member who opens it would wait.
 */
const hydrateSeen: ClientDirective = (load, options, island) => {
  const hydrate = async (): Promise<void> => {
    await (
      await load()
    )();
  };
  const parts = [...island.children];
  // A prerendered page is laid out but not painted: observers stay silent until it's activated (HTML, "prerendering").
  if (
    'prerendering' in document &&
    document.prerendering === true &&
    parts.some((part) => part.getBoundingClientRect().top < innerHeight)
  ) {
    void hydrate();
    return;
  }
  // Astro passes on the content of the page, which it types as a string.
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
