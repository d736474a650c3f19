import { whenActivated } from './when-activated.ts';

/** Like `whenActivated`, and then until a page that was prerendered has drawn its first frame: requests would delay what it knows already. */
export function whenDrawn(): Promise<unknown> | undefined {
  return whenActivated()?.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
