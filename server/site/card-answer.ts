import { LRUCache } from 'lru-cache';
import type { Clock } from '../../src/lib/clock.ts';
import { type LanguageCode, languages, parseLanguage } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import type { CardDrawer } from '../cards/card-drawer.ts';
import type { Card } from '../cards/draw-card.ts';
import { type Content, hashOf } from './content.ts';
import { createWindowCounter, RenderRefused } from './render-gate.ts';

/** The card with this content, drawn unless it's cached. Throws RenderRefused if the client has used up its share, or too many wait. */
export type GetCard = (card: Card, client: string) => Promise<Content>;

interface CardAnswerOptions {
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

/** The path of the page that a card belongs to: `/cards/th/announcements/fees.png` → `/th/announcements/fees`; undefined for any other address. */
export function pageOfCard(path: string): string | undefined {
  const [, code = '', rest = ''] = /^\/cards\/([a-z]{2})\/([a-z0-9-]+(?:\/[a-z0-9-]+)?)\.png$/.exec(path) ?? [];
  const language = parseLanguage(code);
  return language === undefined || language !== code ? undefined : localePath(language, rest === 'home' ? '/' : `/${rest}`);
}

/** The page's metadata for its card; undefined for pages that aren't indexed, which have none. */
export function cardOfPage(html: string, siteUrl: string): Card | undefined {
  const title = propertyOf(html, 'title');
  if (title === undefined) return undefined;
  return { title, summary: propertyOf(html, 'description') ?? '', language: languageOfCard(html), host: new URL(siteUrl).host };
}

function propertyOf(html: string, name: string): string | undefined {
  const found = new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
}

/** The texts' language: an article without a translation is shown in English on a page in another language. */
function languageOfCard(html: string): LanguageCode {
  const locale = propertyOf(html, 'locale')?.replace('_', '-');
  return languages.find((language) => language.locale === locale)?.code ?? 'en';
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#38;': '&',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': "'",
};

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#\d+|[a-z]+);/g, (entity) => ENTITIES[entity] ?? entity);
}
