import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { noticeKind } from '../../../src/lib/api/contract/notices.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';

const ofKinds = z.record(z.enum(noticeKind.def.entries), z.string());
const shape = z.object({
  full: ofKinds,
  plain: ofKinds,
  calendar: z.object({ name: z.string(), matured: z.string(), vested: z.string(), privilege: z.string(), vote: z.string() }),
});

export type NoticeWords = z.output<typeof shape>;

const LOCALES = new URL('../../../public/locales/', import.meta.url);
const known = new Map<LanguageCode, NoticeWords>();

/** The texts of notices, from the files that the site uses too. Read on first use, since most processes send none. */
export async function noticeTexts(language: LanguageCode): Promise<NoticeWords> {
  const texts = known.get(language) ?? shape.parse(JSON.parse(await readFile(new URL(`${language}/notices.json`, LOCALES), 'utf8')));
  known.set(language, texts);
  return texts;
}
