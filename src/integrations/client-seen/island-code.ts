import { definePart, type Part } from '../../lib/visit/define-part.ts';
import { fetchModule } from '../../lib/visit/fetch-module.ts';

/** An island's code. Astro itself would try twice, the second time by another address, under which a module is another one. */
export function codeOf(island: HTMLElement): Part<void> {
  return definePart(async () => {
    const addresses = ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []);
    await Promise.all(addresses.map((address) => fetchModule(address)));
    await Promise.all(addresses.map((address): Promise<unknown> => import(/* @vite-ignore */ address)));
  });
}
