import { z } from 'zod';

import { languageOf } from '../../src/lib/i18n/languages.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';
import { markAsOf } from '../../src/lib/mark-as-of.ts';
import type { StaticFiles } from './static-files.ts';

const texts = z.object({ asOf: z.object({ unanswered: z.string() }) });

/** Adds a notice to a page, in its language, that it couldn't be rendered again, and its date. Times on public pages are in UTC. */
export function createOldMark(files: StaticFiles): (html: string, target: string, at: Date) => string {
  return (html, target, at) => {
    const { code, locale } = languageOf(splitLocalePath(target.replace(/\?.*/, '')).language);
    const file = files.get(`/locales/${code}/common.json`);
    if (file === undefined) return html;
    const { asOf } = texts.parse(JSON.parse(file.plain.toString()));
    return markAsOf(html, at, { text: asOf.unanswered, locale, timeZone: 'UTC' });
  };
}
