import { languages, type LanguageCode } from '../../src/lib/i18n/languages.ts';

/** Far longer than any browser sends; sorting more isn't worth the work. */
const LONGEST_HEADER = 512;

/**
 * The best of the ten languages for an Accept-Language header (RFC 9110, 12.5.4). Accepts the app's own codes (`kr`, `tw`) as well as BCP
 * 47 tags (`ko-KR`, `zh-Hant-TW`). `bm`, Malay in older versions of the app, gets Indonesian.
 */
export function pickLanguage(header: string | null): LanguageCode {
  if (header === null || header.length > LONGEST_HEADER) return 'en';
  const wanted = header
    .split(',')
    .map((part, index) => ({ ...readRange(part), index }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag } of wanted) {
    const code = tag === '*' ? 'en' : languageOfTag(tag);
    if (code !== undefined) return code;
  }
  return 'en';
}

function readRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined) return { tag, weight: 1 };
  return { tag, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 };
}

const OTHER_NAMES: Record<string, LanguageCode> = { bm: 'id', ms: 'id', in: 'id', vi: 'vn', ko: 'kr', ja: 'jp' };

function languageOfTag(tag: string): LanguageCode | undefined {
  const [primary = '', ...rest] = tag.split(/[-_]/);
  if (primary === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'tw' : 'zh';
  return languages.find(({ code }) => code === primary)?.code ?? OTHER_NAMES[primary];
}
