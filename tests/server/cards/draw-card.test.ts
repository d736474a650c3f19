import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createCardDrawer } from '../../../server/cards/card-drawer.ts';
import { type Card, drawCard } from '../../../server/cards/draw-card.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';

const PATIENTLY = 30_000;
/** Where the line with the site's name begins. */
const HOST_FROM_ROW = 534;
const TITLES: Readonly<Record<LanguageCode, string>> = {
  en: 'Chain upgrade on 24 November',
  de: 'Größere Änderungen an der Kette am 24. November',
  it: 'Aggiornamento della rete: più sicurezza, già da oggi',
  id: 'Pembaruan jaringan pada 24 November',
  vn: 'Nâng cấp chuỗi: những điều quý vị cần biết trước khi nạp tiền',
  th: 'อัปเกรดเครือข่ายในวันที่ 24 พฤศจิกายน: สิ่งที่คุณต้องรู้ก่อนฝากและถอนเงิน',
  kr: '11월 24일 체인 업그레이드: 입출금 전에 알아 두실 사항',
  jp: 'アップグレードについて：入出金の前に知っておいていただきたいこと',
  zh: '11月24日链升级：充值和提现前须知',
  tw: '11月24日鏈升級：存入與提領前須知',
};
const cardIn = (language: LanguageCode, title = TITLES[language]): Card => ({ title, summary: '', language, host: 'jufi.example' });

describe('a card', () => {
  test.each(Object.keys(TITLES) as LanguageCode[])(
    'has ink for its title in %s, unlike that for letters missing from the font',
    async (language) => {
      const [drawn, empty, unknown] = await Promise.all([
        pixelsOf(await drawCard(cardIn(language))),
        pixelsOf(await drawCard(cardIn(language, ''))),
        // From a private use area: the font draws its box for missing glyphs.
        pixelsOf(await drawCard(cardIn(language, TITLES[language].replace(/[^\s]/gu, '\ue123')))),
      ]);
      expect(drawn.size).toEqual([1200, 630]);
      expect(inkOf(drawn.bytes, empty.bytes)).toBeGreaterThan(8_000);
      expect(inkOf(drawn.bytes, unknown.bytes)).toBeGreaterThan(4_000);
    },
    PATIENTLY,
  );

  test(
    'breaks Thai lines between words: one that would have to break within a word stays below the others',
    async () => {
      const word = 'พฤศจิกายน';
      const { bytes } = await pixelsOf(await drawCard(cardIn('th', word.repeat(6))));
      const { bytes: same } = await pixelsOf(await drawCard(cardIn('th', Array.from({ length: 6 }, () => word).join('\u200b'))));
      expect(inkOf(bytes, same)).toBe(0);
    },
    PATIENTLY,
  );

  test(
    'shows the beginning of texts that are too long, and nothing below its frame',
    async () => {
      for (const title of ['word '.repeat(2_000), 'x'.repeat(10_000), 'คำ'.repeat(5_000)]) {
        const png = await drawCard({ ...cardIn('th', title), summary: title });
        expect(png.length).toBeLessThan(600_000);
      }
    },
    PATIENTLY,
  );

  test.each(Object.keys(TITLES) as LanguageCode[])(
    'has room for a title of any length, a long summary and the name of the site below them in %s',
    async (language) => {
      const words = TITLES[language].repeat(4);
      const { bytes: empty } = await pixelsOf(await drawCard(cardIn(language, '')));
      const below = (rows: Buffer): Buffer => rows.subarray((rows.length / 630) * HOST_FROM_ROW);
      for (const letters of [28, 50, 110]) {
        const { bytes } = await pixelsOf(await drawCard({ ...cardIn(language, words.slice(0, letters)), summary: words }));
        expect(inkOf(below(bytes), below(empty)), `${letters} letters`).toBe(0);
      }
    },
    PATIENTLY,
  );

  test(
    'holds what somebody wrote as text, whatever it looks like',
    async () => {
      const png = await drawCard(cardIn('en', '</text><script>alert(1)</script><image href="file:///etc/passwd"/> 😀 \u0000\ud800'));
      expect((await pixelsOf(png)).size).toEqual([1200, 630]);
    },
    PATIENTLY,
  );
});

describe('the thread that draws', () => {
  const drawer = createCardDrawer();
  afterAll(() => drawer.stop());

  test(
    'draws one after the other, the same as here, and continues after it was ended',
    async () => {
      const cards = [cardIn('en'), cardIn('jp'), cardIn('th')];
      const drawn = await Promise.all(cards.map((card) => drawer.draw(card)));
      for (const [place, card] of cards.entries()) expect(drawn[place]?.equals(await drawCard(card))).toBe(true);
      await drawer.stop();
      expect((await drawer.draw(cardIn('en'))).equals(drawn[0] ?? Buffer.alloc(0))).toBe(true);
    },
    PATIENTLY,
  );
});

/** The rows of a PNG without interlacing and with eight bits per channel, unfiltered (W3C PNG, 9). */
async function pixelsOf(png: Buffer): Promise<{ size: [number, number]; bytes: Buffer }> {
  const size: [number, number] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') chunks.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return Promise.resolve({ size, bytes: unfilter(inflateSync(Buffer.concat(chunks)), size[0] * channels, size[1], channels) });
}

function unfilter(raw: Buffer, width: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(width * height);
  const at = (row: number, column: number): number => (row < 0 || column < 0 ? 0 : (out[row * width + column] ?? 0));
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (width + 1)] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const [left, up, corner] = [at(row, column - step), at(row - 1, column), column < step ? 0 : at(row - 1, column - step)];
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[row * width + column] = (raw[row * (width + 1) + 1 + column] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Number of bytes in which two pictures differ. */
function inkOf(one: Buffer, other: Buffer): number {
  let count = 0;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) count += 1;
  return count;
}
