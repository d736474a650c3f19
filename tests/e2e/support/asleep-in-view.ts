/** Counts the islands of `main` in the first screen that aren't hydrated yet. Runs in the page. */
export function asleepInView(): number {
  return [...document.querySelectorAll('main astro-island[ssr]')].filter(
    ({ firstElementChild }) => firstElementChild !== null && firstElementChild.getBoundingClientRect().top < innerHeight,
  ).length;
}
