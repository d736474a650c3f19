import { beforeEach, expect, test } from 'vitest';
import { cardOfPage, createCardAnswer, type GetCard, pageOfCard } from '../../../server/site/card-answer.ts';

let nowMs: number;
let drawn: number;
let waiting: number;
let drawing: Promise<void>;
let getCard: GetCard;

beforeEach(() => {
  nowMs = 0;
  drawn = 0;
  waiting = 0;
  drawing = Promise.resolve();
  getCard = createCardAnswer({
    drawer: {
      draw: async ({ title }) => {
        drawn += 1;
        await drawing;
        return Buffer.from(title);
      },
      waiting: () => waiting,
    },
    clock: () => new Date(nowMs),
  });
});

const card = (title: string): Parameters<GetCard>[0] => ({ title, summary: '', language: 'en', host: 'jufi.example' });

test('a card is drawn once, however many ask for it, at once or later', async () => {
  const held = Promise.withResolvers<undefined>();
  drawing = held.promise.then(() => undefined);
  const all = Array.from({ length: 50 }, (_, client) => getCard(card('one'), `client ${client}`));
  held.resolve(undefined);
  const [first] = await Promise.all(all);
  expect(await getCard(card('one'), 'late')).toBe(first);
  expect(drawn).toBe(1);
});

test('a client gets a limited number of cards drawn; other clients, and cached cards, are not affected', async () => {
  for (let number = 0; number < 20; number += 1) await getCard(card(String(number)), 'attacker');
  await expect(getCard(card('one more'), 'attacker')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 60 });
  expect((await getCard(card('0'), 'attacker')).plain.toString()).toBe('0');
  expect((await getCard(card('one more'), 'reader')).plain.toString()).toBe('one more');
  nowMs = 60_000;
  await getCard(card('another'), 'attacker');
  expect(drawn).toBe(22);
});

test('while too many wait, nothing more is drawn', async () => {
  waiting = 30;
  await expect(getCard(card('late'), 'reader')).rejects.toMatchObject({ status: 503 });
  expect(drawn).toBe(0);
});

test('a card that could not be drawn is tried again', async () => {
  drawing = Promise.reject(new Error('planted'));
  await expect(getCard(card('one'), 'reader')).rejects.toThrow('planted');
  drawing = Promise.resolve();
  expect((await getCard(card('one'), 'reader')).plain.toString()).toBe('one');
});

test.each([
  ['/cards/en/home.png', '/'],
  ['/cards/th/home.png', '/th'],
  ['/cards/en/announcements/fees-2.png', '/announcements/fees-2'],
  ['/cards/jp/reserves.png', '/jp/reserves'],
])('%s is of %s', (address, page) => {
  expect(pageOfCard(address)).toBe(page);
});

test.each([
  '/cards/bm/home.png',
  '/cards/en/../x.png',
  '/cards/en/a/b/c.png',
  '/cards/en/.png',
  '/cards/en/home.png/x',
  '/cards/en//x.png',
  '/og.png',
])('%s is of no page', (address) => {
  expect(pageOfCard(address)).toBeUndefined();
});

test('a page’s card has its title and description; a page that isn’t indexed has none', () => {
  const html = `<meta property="og:title" content="A &#34;B&#34; &amp; &lt;c>"><meta property="og:description" content="D"><meta property="og:locale" content="ja_JP">`;
  expect(cardOfPage(html, 'https://jufi.example')).toEqual({ title: 'A "B" & <c>', summary: 'D', language: 'jp', host: 'jufi.example' });
  expect(cardOfPage('<meta name="robots" content="noindex">', 'https://jufi.example')).toBeUndefined();
});
