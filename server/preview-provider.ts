import { pickTranslation, readAnnouncementFolder, translationRows } from '../provider/modules/dashboard/publish-announcement.ts';
import { systemClock } from '../src/lib/clock.ts';
import { languages, parseLanguage } from '../src/lib/i18n/languages.ts';

/** Any id will do, because it is never stored. */
const DRAFT_ID = '00000000-0000-7000-8000-000000000000';

/** A provider that serves only the announcement in a folder, read again for each request. */
export function createPreviewProvider(folder: string): { fetch: (request: Request) => Promise<Response> } {
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== '/api/dashboard/announcementList')
        return Response.json({ code: 'CALL_UNKNOWN', message: 'a preview' }, { status: 404 });
      const { slug, category, pinned, texts } = await readAnnouncementFolder(folder);
      const language = parseLanguage(request.headers.get('Accept-Language') ?? '') ?? 'en';
      const rows = translationRows(texts).map(({ language: code, text }) => ({ language: code, ...text }));
      const now = systemClock().toISOString();
      const draft = { id: DRAFT_ID, slug, category, pinned, publishedAt: now, updatedAt: now, ...pickTranslation(rows, language) };
      return Response.json({ code: 0, message: 'OK', data: { announcementList: [draft], totalPages: 1, totalElements: 1 } });
    },
  };
}

/** The draft's path in each language. Where it has no translation, the page shows the English text. */
export async function previewPaths(folder: string): Promise<{ label: string; path: string; isTranslated: boolean }[]> {
  const { slug, texts } = await readAnnouncementFolder(folder);
  return languages.map(({ code, label }) => ({
    label,
    path: `${code === 'en' ? '' : `/${code}`}/announcements/${slug}`,
    isTranslated: texts[code] !== undefined,
  }));
}
