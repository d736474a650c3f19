import { atom } from 'nanostores';
import { z } from '../lib/api/contract/zod.ts';
import type { LinkValues, WayIn } from '../lib/ways-in.ts';
import { createQuery } from './server-state.ts';

/** Links to where JU and USDT come from. They are the site's, so a provider of the operator's own needn't know them. */
export const $waysIn = createQuery<WayIn[]>(['ways-in'], {
  kept: z.array(z.object({ kind: z.enum(['exchange', 'bridge', 'card']), link: z.string() })),
  fetcher: readWaysIn,
});

/** What the deposit form asks for and the connected wallet lacks. */
export const $wanted = atom<Pick<LinkValues, 'amount' | 'token'>>({});

async function readWaysIn(): Promise<WayIn[]> {
  const response = await fetch('/ways-in.json');
  if (!response.ok) throw new Error(`the ways in answered ${response.status}`);
  return (await response.json()) as WayIn[];
}
