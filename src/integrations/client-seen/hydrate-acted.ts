import type { ClientDirective } from 'astro';
import { codeOf } from './island-code.ts';

const ACTS = ['pointerover', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * `client:acted`: hydrates an island when it is seen, but not before the person has done anything at all, as public pages load no scripts until then. It keeps
 * no presses, which would take more scripts than such a page may have: until it is alive, the island's controls are disabled and it can be read.
 */
const hydrateActed: ClientDirective = (load, _options, island) => {
  const code = codeOf(island);
  const acted = new AbortController();
  const hydrate = async (): Promise<void> => {
    await code.whenLoaded();
    await (
      await load()
    )();
  };
  const observe = (): void => {
    acted.abort();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void hydrate();
    });
    for (const part of island.children) observer.observe(part);
  };
  for (const type of ACTS) addEventListener(type, observe, { passive: true, signal: acted.signal });
};

export default hydrateActed;
