import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PICTURE_ADDRESS, pictureSize } from '../../../src/lib/announcements/picture.ts';
import { referencesOf } from '../../../src/lib/announcements/references.ts';
import { languages, type LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { requirePlainText } from '../../require-plain-text.ts';
import type { AnnouncementDraft, AnnouncementText } from './publish-announcement.ts';

const marksSchema = z.strictObject({
  slug: z
    .string()
    .max(120)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  category: z.enum(['NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT']),
  pinned: z.boolean(),
});

/**
 * An announcement as an operator writes it: a folder with `announcement.json` (slug, category, pinned) and one Markdown file per language, `{code}.md`,
 * whose first block is the title (`# …`), the second the summary and the rest the body. English is required.
 */
export async function readAnnouncementFolder(folder: string): Promise<AnnouncementDraft> {
  const marks = marksSchema.parse(JSON.parse(await readFile(join(folder, 'announcement.json'), 'utf8')));
  const names = await readdir(folder);
  const stranger = names.find((name) => name.endsWith('.md') && !languages.some(({ code }) => name === `${code}.md`));
  if (stranger !== undefined) throw new Error(`${stranger} is named after none of the languages`);
  const texts = new Map<LanguageCode, AnnouncementText>();
  for (const { code } of languages) {
    if (names.includes(`${code}.md`))
      texts.set(code, parseText(await readFile(join(folder, `${code}.md`), 'utf8'), `${folder}/${code}.md`));
  }
  const english = texts.get('en');
  if (english === undefined) throw new Error(`${folder} lacks en.md`);
  return { ...marks, texts: { ...Object.fromEntries(texts), en: english } };
}

function parseText(markdown: string, file: string): AnnouncementText {
  const text = requirePlainText(markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), file, true);
  const [heading = '', summary = '', ...blocks] = text.trim().split(/\n{2,}/);
  const title = /^# (.+)$/.exec(heading)?.[1];
  if (title === undefined || summary === '' || blocks.length === 0) throw new Error(`${file} needs "# title", a summary and a body`);
  const { pictures, links } = referencesOf(text);
  // Readers would see its description alone: it isn't the operator's own, or lacks its size.
  const lost = pictures.find((picture) => !PICTURE_ADDRESS.test(picture.address) || pictureSize(picture.title) === undefined);
  if (lost !== undefined)
    throw new Error(
      `${file}: ${lost.asWritten} is not shown; pictures are written ![what it shows](/pictures/name.png "1200x675"), with their width and height`,
    );
  const broken = links.find((link) => !/^https?:\/\//i.test(link) || !URL.canParse(link));
  if (broken !== undefined) throw new Error(`${file}: ${broken} is no link for readers; links are written whole, [what](https://…)`);
  return { title, summary, body: blocks.join('\n\n') };
}
