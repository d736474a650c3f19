import { LRUCache } from 'lru-cache';

import { createWindowCounter, RenderRefused } from './render-gate.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { CardDrawer } from '../cards/card-drawer.ts';
import type { Card } from '../cards/draw-card.ts';
import { type Content, hashOf } from './content.ts';

/** The card with this content, drawn unless it's cached. Throws RenderRefused if the client has used up its share, or too many wait. */
export type GetCard = (card: Card, client: string) => Promise<Content>;

export interface CardAnswerOptions {
  drawer: Pick<CardDrawer, 'draw' | 'waiting'>;
  clock: Clock;
}

const LARGEST_CACHE_BYTES = 48 * 1024 * 1024;
/** Drawings of one client, a minute. A search engine or a chat asks for one card, and then keeps it. */
const DRAWINGS_PER_CLIENT = 20;
const MOST_WAITING = 30;
const CACHE_CONTROL = 'public, max-age=3600, s-maxage=86400, stale-while-revalidate=604800';

/** Keeps cards by what they say, so a page whose texts have not changed is never drawn twice, however it is asked for. */
export function createCardAnswer({ drawer, clock }: CardAnswerOptions): GetCard {
  const kept = new LRUCache<string, Content>({ maxSize: LARGEST_CACHE_BYTES, sizeCalculation: ({ plain }) => plain.length });
  const running = new Map<string, Promise<Content>>();
  const count = createWindowCounter(DRAWINGS_PER_CLIENT, clock);

  async function drawAndKeep(key: string, card: Card): Promise<Content> {
    const plain = await drawer.draw(card);
    const content: Content = { type: 'image/png', cacheControl: CACHE_CONTROL, hash: hashOf(plain), plain };
    kept.set(key, content);
    return content;
  }

  return async (card, client) => {
    const key = JSON.stringify([card.language, card.title, card.summary]);
    const there = kept.get(key) ?? running.get(key);
    if (there !== undefined) return there;
    const retryAfterSeconds = count(client);
    if (retryAfterSeconds > 0) throw new RenderRefused(429, retryAfterSeconds);
    if (drawer.waiting() >= MOST_WAITING) throw new RenderRefused(503, 5);
    const drawing = drawAndKeep(key, card).finally(() => running.delete(key));
    running.set(key, drawing);
    return drawing;
  };
}
