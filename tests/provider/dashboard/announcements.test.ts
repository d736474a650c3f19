import { describe, expect, it } from 'vitest';
import {
  type AnnouncementDraft,
  moveAnnouncement,
  publishAnnouncement,
  withdrawAnnouncement,
} from '../../../provider/modules/dashboard/publish-announcement.ts';
import { operate } from '../operate.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';

const text = (title: string) => ({ title, summary: `${title}.`, body: `About *${title}* <script>alert(1)</script>.` });

function publish(
  provider: TestProvider,
  slug: string,
  draft: Partial<AnnouncementDraft> = {},
  at = provider.time.now,
): Promise<{ id: string; isNew: boolean }> {
  return operate(provider, (tx) =>
    publishAnnouncement(tx, { slug, category: 'NEWS', pinned: false, texts: { en: text(slug), jp: text(`${slug}-jp`) }, ...draft }, at),
  );
}

async function slugs(provider: TestProvider, query: Record<string, string> = {}): Promise<string[]> {
  return (await provider.call('announcementList', { query })).announcementList.map(({ slug }) => slug);
}

describe('announcements', () => {
  it('come in the requested language, in English where it is missing, and say which', async () => {
    const provider = await startProvider();
    await publish(provider, 'hello');
    const read = async (language: string) => (await provider.call('announcementList', { language })).announcementList[0];
    expect(await read('jp')).toMatchObject({ title: 'hello-jp', language: 'jp' });
    expect(await read('ja-JP')).toMatchObject({ title: 'hello-jp', language: 'jp' });
    expect(await read('de')).toMatchObject({ title: 'hello', language: 'en' });
    expect(await read('en')).toMatchObject({ body: 'About *hello* <script>alert(1)</script>.' });
  });

  it('come pinned first, then newest first, and one after the other though published in the same moment', async () => {
    const provider = await startProvider();
    for (const slug of ['a', 'b', 'c', 'd', 'e']) await publish(provider, slug);
    provider.time.advance(1_000);
    await publish(provider, 'newest');
    await publish(provider, 'pinned', { pinned: true }, new Date(provider.time.now.getTime() - 3_600_000));
    const all = await slugs(provider);
    expect(all.slice(0, 2)).toEqual(['pinned', 'newest']);
    const paged: string[] = [];
    for (const page of ['1', '2', '3', '4']) paged.push(...(await slugs(provider, { page, size: '2' })));
    expect(paged).toEqual(all);
    const page = await provider.call('announcementList', { query: { page: '4', size: '2' } });
    expect(page).toMatchObject({ totalPages: 4, totalElements: 7 });
    expect(await slugs(provider, { page: '1000000', size: '100' })).toEqual([]);
  });

  it('can be listed by category and read by address', async () => {
    const provider = await startProvider();
    await publish(provider, 'news');
    await publish(provider, 'event', { category: 'EVENT' });
    expect(await slugs(provider, { category: 'EVENT' })).toEqual(['event']);
    expect(await slugs(provider, { slug: 'news' })).toEqual(['news']);
    expect(await provider.call('announcementList', { query: { slug: 'nothing' } })).toEqual({
      announcementList: [],
      totalPages: 0,
      totalElements: 0,
    });
  });

  it('lead from an old address to the new one, over several moves', async () => {
    const provider = await startProvider();
    await publish(provider, 'first');
    await operate(provider, (tx) => moveAnnouncement(tx, 'first', 'second'));
    await operate(provider, (tx) => moveAnnouncement(tx, 'second', 'third'));
    for (const slug of ['first', 'second']) {
      const found = await provider.call('announcementList', { query: { slug } });
      expect(found.movedTo).toBe('third');
      expect(found.announcementList.map((row) => row.slug)).toEqual(['third']);
    }
    expect((await provider.call('announcementList', { query: { slug: 'third' } })).movedTo).toBeUndefined();
    expect(await slugs(provider)).toEqual(['third']);
    await expect(operate(provider, (tx) => moveAnnouncement(tx, 'first', 'fourth'))).rejects.toThrow('first');
  });

  it('that were withdrawn are gone, not unknown', async () => {
    const provider = await startProvider();
    await publish(provider, 'mistake');
    await operate(provider, (tx) => withdrawAnnouncement(tx, 'mistake', provider.time.now));
    expect(await slugs(provider)).toEqual([]);
    expect(await provider.call('announcementList', { query: { slug: 'mistake' } })).toMatchObject({ announcementList: [], gone: true });
  });

  it('published again keep their id and date, and say when they were changed', async () => {
    const provider = await startProvider();
    const { id } = await publish(provider, 'hello');
    provider.time.advance(5_000);
    expect(await publish(provider, 'hello', { texts: { en: text('changed') } })).toEqual({ id, isNew: false });
    const { announcementList } = await provider.call('announcementList', { language: 'jp' });
    expect(announcementList).toMatchObject([
      { id, title: 'changed', language: 'en', publishedAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:05.000Z' },
    ]);
  });

  it('dated ahead are not yet shown', async () => {
    const provider = await startProvider();
    await publish(provider, 'soon', {}, new Date(provider.time.now.getTime() + 1));
    expect(await slugs(provider)).toEqual([]);
    expect(await slugs(provider, { slug: 'soon' })).toEqual([]);
    provider.time.advance(1);
    expect(await slugs(provider)).toEqual(['soon']);
  });
});

describe('the search', () => {
  it('searches the text that the reader sees: the translation, or English where there is none', async () => {
    const provider = await startProvider();
    await publish(provider, 'fees', { texts: { en: text('Lower fees'), jp: text('手数料の引き下げ') } });
    await publish(provider, 'english', { texts: { en: text('Fees in English only') } });
    const find = async (query: string, language: string): Promise<string[]> => {
      const answer = await provider.call('announcementSearch', { query: { text: query }, language });
      return answer.announcementList.map(({ slug }) => slug);
    };
    expect((await find('FEES', 'en')).toSorted()).toEqual(['english', 'fees']);
    expect(await find('fees', 'ja')).toEqual(['english']);
    expect(await find('手数料', 'ja')).toEqual(['fees']);
  });

  it('treats no character as a wildcard, and finds nothing that was withdrawn', async () => {
    const provider = await startProvider();
    await publish(provider, 'share', { texts: { en: text('50% of_all') } });
    await publish(provider, 'other', { texts: { en: text('5000 of all') } });
    const find = async (query: string): Promise<string[]> =>
      (await provider.call('announcementSearch', { query: { text: query } })).announcementList.map(({ slug }) => slug);
    expect(await find('50%')).toEqual(['share']);
    expect(await find('f_a')).toEqual(['share']);
    expect(await find("' or 1=1 --")).toEqual([]);
    await operate(provider, (tx) => withdrawAnnouncement(tx, 'share', provider.time.now));
    expect(await find('50%')).toEqual([]);
  });
});
