import { readFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import { createElement, type CSSProperties, type ReactElement } from 'react';
import satori from 'satori';

import { type LanguageCode, languageOf } from '../../src/lib/i18n/languages.ts';
import { type Ring, ringPath, rosettes } from '../../src/lib/ring-path.ts';

export interface Card {
  title: string;
  summary: string;
  /** The language that the texts are in. */
  language: LanguageCode;
  /** The site's host name. */
  host: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const COLOURS = { ground: '#14110e', text: '#f0ece4', second: '#b8b0a4', rule: '#4a443c', accent: '#74c7a5' };
/** Longer texts are cut: a card has no room for them, and the time to draw one must stay bounded. */
const LONGEST = { title: 160, summary: 260 };
/** How many lines of a title fit above three of the summary, by the title's size. */
const LINES = { 48: { usual: 4, tall: 4 }, 58: { usual: 4, tall: 3 }, 72: { usual: 3, tall: 2 } } as const;

type FontFile =
  | 'archivo-latin'
  | 'archivo-vietnamese'
  | 'noto-sans-thai'
  | 'noto-sans-jp'
  | 'noto-sans-kr'
  | 'noto-sans-sc'
  | 'noto-sans-tc';
const LATIN: readonly FontFile[] = ['archivo-latin', 'archivo-vietnamese'];
const CHINESE_JAPANESE_KOREAN: readonly FontFile[] = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'];
const OWN_FONT: Partial<Record<LanguageCode, FontFile>> = {
  th: 'noto-sans-thai',
  jp: 'noto-sans-jp',
  kr: 'noto-sans-kr',
  zh: 'noto-sans-sc',
  tw: 'noto-sans-tc',
};

/** Draws the picture that others show with a link to a page (Open Graph), as a PNG of 1200 by 630. */
export async function drawCard(card: Card): Promise<Buffer> {
  const own = OWN_FONT[card.language];
  const fonts = await Promise.all([...LATIN, ...(own ? [own] : [])].map((name) => fontOf(name)));
  const svg = await satori(layOut(card), {
    width: WIDTH,
    height: HEIGHT,
    fonts,
    // A character that the language's own font lacks, such as a Chinese name in a Korean text.
    loadAdditionalAsset: async (code) =>
      code === 'emoji' ? '' : Promise.all([...CHINESE_JAPANESE_KOREAN, 'noto-sans-thai' as const].map((name) => fontOf(name))),
  });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

const loaded = new Map<FontFile, Promise<{ name: string; data: Buffer; weight: 600; style: 'normal' }>>();

function fontOf(name: FontFile): Promise<{ name: string; data: Buffer; weight: 600; style: 'normal' }> {
  const font =
    loaded.get(name) ??
    readFile(new URL(`fonts/${name}.ttf`, import.meta.url)).then((data) => ({
      name,
      data,
      weight: 600 as const,
      style: 'normal' as const,
    }));
  loaded.set(name, font);
  return font;
}

type Style = Readonly<Record<string, string | number>>;

function layOut({ title, summary, language, host }: Card): ReactElement {
  const heading = shorten(title, LONGEST.title);
  // Characters of these languages are as wide as they are high.
  const isWide = ['jp', 'kr', 'zh', 'tw'].includes(language);
  // Marks above and below their line: fewer lines fit.
  const isTall = language === 'th' || language === 'vn';
  const letters = heading.replace(/\p{M}/gu, '').length * (isWide ? 1.8 : isTall ? 1.6 : 1);
  const size = letters > 100 ? 48 : letters > 50 ? 58 : 72;
  const leading = isTall ? 1.4 : 1.2;
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      boxSizing: 'border-box',
      background: COLOURS.ground,
      color: COLOURS.text,
      flexDirection: 'column',
      padding: '64px 96px',
    },
    [
      ornament(),
      frame(),
      box({ fontSize: 40, alignItems: 'center' }, [text('JuFi', {}), box({ flexDirection: 'column', marginLeft: 24 }, [bar(), bar()])]),
      box({ flex: 1, flexDirection: 'column', justifyContent: 'center', maxWidth: 840 }, [
        text(breakable(heading, language), {
          fontSize: size,
          lineHeight: leading,
          lineClamp: LINES[size][isTall ? 'tall' : 'usual'],
          display: 'block',
          textWrap: 'balance',
          ...wrapping(isWide),
        }),
        text(breakable(shorten(summary, LONGEST.summary), language), {
          fontSize: 30,
          lineHeight: leading + 0.1,
          lineClamp: 3,
          display: 'block',
          color: COLOURS.second,
          marginTop: isTall ? 16 : 24,
          ...wrapping(isWide),
        }),
      ]),
      text(host, { fontSize: 26, color: COLOURS.second }),
    ],
  );
}

function wrapping(isWide: boolean): Record<string, string> {
  return { overflowWrap: 'anywhere', wordBreak: isWide ? 'normal' : 'break-word', textOverflow: 'ellipsis' };
}

function text(children: string, style: Style): ReactElement {
  return createElement('div', { style }, children);
}

function box(style: Style, children: readonly ReactElement[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children);
}

function bar(): ReactElement {
  return box({ width: 120, height: 4, marginTop: 4, background: COLOURS.accent }, []);
}

function frame(): ReactElement {
  return box({ position: 'absolute', top: 24, left: 24, width: WIDTH - 48, height: HEIGHT - 48, border: `1px solid ${COLOURS.rule}` }, []);
}

/** Fewer than on the site: every line makes the file larger. */
const COPIES = 3;

/** The site's rosette, faint, half outside the card. */
function ornament(): ReactElement {
  const rings: readonly Ring[] = rosettes.statement;
  const paths = rings.flatMap((ring) =>
    Array.from({ length: COPIES }, (_, copy): ReactElement => {
      const degrees = Number(((copy * 360) / ring.petals / COPIES).toFixed(2));
      return createElement('path', {
        d: ringPath(ring),
        fill: 'none',
        stroke: COLOURS.rule,
        strokeWidth: 2,
        transform: `rotate(${degrees})`,
      });
    }),
  );
  const style: CSSProperties = { position: 'absolute', top: -85, left: 800 };
  return createElement('svg', { width: 800, height: 800, viewBox: '-1000 -1000 2000 2000', opacity: 0.55, style }, ...paths);
}

function shorten(whole: string, longest: number): string {
  const letters = Array.from(new Intl.Segmenter().segment(whole.replace(/\s+/g, ' ').trim()), ({ segment }) => segment);
  return letters.length <= longest
    ? letters.join('')
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** Thai has no spaces between words, so only a dictionary knows where a line may end. */
function breakable(whole: string, language: LanguageCode): string {
  if (language !== 'th') return whole;
  const words = new Intl.Segmenter(languageOf(language).locale, { granularity: 'word' }).segment(whole);
  return Array.from(words, ({ segment }) => segment).join('\u200b');
}
