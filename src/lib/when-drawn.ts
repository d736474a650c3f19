import { whenActivated } from './when-activated.ts';

/** Like `whenActivated`, and then until a page that was prerendered has drawn its first frame: requests would delay what it can already show. */
export function whenDrawn(): Promise<unknown> | undefined {
  return whenActivated()?.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
