import { notices, seeNotices } from '../lib/api/contract/notices.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { languageOf, type LanguageCode } from '../lib/i18n/languages.ts';
import { writeDate } from '../lib/i18n/write-date.ts';
import { textsPart } from '../lib/i18n/texts-part.ts';
import { localePath } from '../lib/i18n/locale-path.ts';
import { writeNotice, type NoticeTexts } from '../lib/notices/write-notice.ts';
import { $amounts } from '../stores/settings.ts';
import { callApi } from '../stores/api.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { shownTimeZone } from '../stores/now.ts';
import { $token } from '../stores/session.ts';
import { markNews } from './mark-news.ts';

const texts = textsPart<NoticeTexts>('notices');

type Notice = DataOf<typeof notices>['notices'][number];

/** Lists what happened, newest first, and marks it as read. Rejects if the notices can't be loaded. */
export async function fillNotices(list: HTMLElement): Promise<void> {
  const language = pageLanguage();
  const token = $token.get();
  const [{ notices: found, asOf }, words] = await Promise.all([callApi(notices, {}), texts.load()]);
  if ($token.get() !== token) return;
  list.replaceChildren(found.length === 0 ? noteElement(words.none) : listOf(found, words, language));
  markNews(false);
  if (!found.some(({ unread }) => unread)) return;
  // The reader needn't know if this fails: the mark is merely back on the next page.
  await callApi(seeNotices, { until: asOf }, { attention: 'none', outlivesPage: true }).catch(() => null);
}

function listOf(found: readonly Notice[], texts: NoticeTexts, language: LanguageCode): HTMLElement {
  const list = document.createElement('ul');
  list.append(...found.map((notice) => rowOf(notice, texts, language)));
  return list;
}

function rowOf(notice: Notice, texts: NoticeTexts, language: LanguageCode): HTMLElement {
  const { locale } = languageOf(language);
  const { amount, ...rest } = notice;
  // Hidden amounts are hidden here too.
  const told = $amounts.get() === null && amount !== undefined ? { ...rest, amount } : rest;
  const { text, path } = writeNotice(told, texts, locale);
  const link = document.createElement('a');
  link.href = localePath(language, path);
  link.toggleAttribute('data-unread', notice.unread);
  const name = document.createElement('b');
  name.textContent = text;
  const words = document.createElement('span');
  words.append(name, timeOf(notice.at, locale));
  link.append(words);
  if (notice.unread) {
    const badge = document.createElement('span');
    badge.className = 'note';
    badge.textContent = texts.unread;
    link.append(badge);
  }
  const row = document.createElement('li');
  row.append(link);
  return row;
}

function timeOf(at: string, locale: string): HTMLElement {
  const time = document.createElement('time');
  time.className = 'note';
  time.dateTime = at;
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  time.textContent = writeDate(new Date(at), locale, { ...parts, timeZone: shownTimeZone() });
  return time;
}

function noteElement(text: string): HTMLElement {
  const line = document.createElement('p');
  line.className = 'note';
  line.textContent = text;
  return line;
}
