import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { announcementSchedule, developmentPoll } from '../../../provider/development/write-development-content.ts';
import { readAnnouncementFolder } from '../../../provider/modules/dashboard/publish-announcement.ts';
import { languages } from '../../../src/lib/i18n/languages.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { openProvider, startProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

const markdown = new MarkdownIt();
const codes = languages.map(({ code }) => code);
const folderOf = (name: string): string => fileURLToPath(new URL(`../../../provider/development/announcements/${name}`, import.meta.url));

describe.each(announcementSchedule)('the development announcement $folder', ({ folder }) => {
  it('is the same in all ten languages: number of blocks, list items, table cells and links, and figures', async () => {
    const { texts } = await readAnnouncementFolder(folderOf(folder));
    expect(Object.keys(texts).sort()).toEqual([...codes].sort());
    const english = outline(texts.en.body);
    for (const code of codes) {
      const text = texts[code];
      expect(text, code).toBeDefined();
      if (text === undefined) continue;
      expect(outline(text.body), code).toEqual(english);
      expect(text.title.length, code).toBeGreaterThan(4);
      expect(text.summary, code).not.toMatch(/[*_`#[\]]/);
      if (code !== 'en') expect(text.title, code).not.toBe(texts.en.title);
    }
  });

  it.each(codes)('shows none of its marks in %s, and parts no figure from its token', async (code) => {
    const { texts } = await readAnnouncementFolder(folderOf(folder));
    const body = texts[code]?.body ?? '';
    const shown = markdown.render(body).replace(/<[^>]*>/g, '');
    // Between full-width punctuation and a letter, CommonMark takes the stars for text.
    expect(shown).not.toMatch(/\*\*|\]\(/);
    expect(body).not.toMatch(/[，。：；（）？！、]\*\*(?=\s|$)/m);
    expect(`${texts[code]?.summary ?? ''}\n${shown}`).not.toMatch(/\d (?:JUF|JU|WJU|USDT)\b|US\$ \d/);
  });
});

describe('a development database', () => {
  it('has announcements and an open poll; without past prices, members have no history', async () => {
    const provider = await startProvider({ environment: 'development' });
    const home = await provider.call('dashboardHome');
    expect(home).toMatchObject({ totalMembers: 0, totalStaked: '0' });
    expect(home.poll?.options).toHaveLength(3);
    expect((await provider.call('announcementList')).totalElements).toBe(announcementSchedule.length);
  });

  it('that is already in use isn’t changed', async () => {
    const prices = pricesAtHand();
    prices.jufPrice = { at: new Date('2026-11-21T09:00:00.000Z'), price18: 4n * 10n ** 17n };
    const before = await startProvider({ prices });
    const { id } = await signIn(before);
    const provider = await startProvider({ environment: 'development', databaseUrl: before.databaseUrl, prices });
    expect((await provider.call('announcementList')).totalElements).toBe(announcementSchedule.length);
    expect((await provider.pool.query('select id from member')).rows).toEqual([{ id }]);
    expect((await provider.pool.query('select from ledger_transaction')).rows).toEqual([]);
  });

  it('in every language', async () => {
    const provider = await startProvider({ environment: 'development' });
    const titles = new Set<string>();
    for (const language of codes) {
      const { announcementList } = await provider.call('announcementList', { language });
      expect(announcementList.map(({ language: shown }) => shown)).toEqual(announcementSchedule.map(() => language));
      expect(announcementList[0]).toMatchObject({ pinned: true, slug: 'chain-upgrade' });
      expect(JSON.stringify(announcementList)).not.toContain('{date');
      titles.add(announcementList[0]?.title ?? '');
    }
    expect(titles.size).toBe(10);
    const moved = await provider.call('announcementList', { query: { slug: 'insurance-cancellation' } });
    expect(moved.movedTo).toBe('cancel-insurance-any-time');
  });

  it('is written once, even if two start at the same time and one starts again', async () => {
    const empty = await startProvider();
    const both = await Promise.all([1, 2].map(() => openProvider({ databaseUrl: empty.databaseUrl, environment: 'development' })));
    const again = await openProvider({ databaseUrl: empty.databaseUrl, environment: 'development' });
    const { totalElements } = await again.call('announcementList');
    expect(totalElements).toBe(announcementSchedule.length);
    expect((await again.pool.query('select from poll')).rows).toHaveLength(1);
    for (const { stop } of [...both, again]) await stop();
  });

  it('is never a production one', async () => {
    await expect(openProvider({ environment: 'production', developmentContent: true })).rejects.toThrow('production');
    const provider = await startProvider({ environment: 'production' });
    expect(await provider.call('announcementList')).toMatchObject({ totalElements: 0 });
  });
});

it('the poll is in all ten languages', () => {
  for (const code of codes) {
    expect(developmentPoll.texts[code]?.title, code).toBeTruthy();
    for (const option of developmentPoll.options) expect(option[code], code).toBeTruthy();
  }
});

/** A text's structure without its words. Figures are compared as digits, since each language formats them differently. */
function outline(markdown: string): unknown {
  const tokens = new MarkdownIt().parse(markdown, {});
  const shape = tokens.map(({ type }) => type).filter((type) => type !== 'inline');
  const links = tokens.flatMap(({ children }) => (children ?? []).flatMap((child) => child.attrGet('href') ?? []));
  return { shape, links, figures: figuresOf(markdown) };
}

/** Each figure with at least two digits, once: small numbers are words in one language and digits in another. */
function figuresOf(markdown: string): string[] {
  const figures = [...markdown.replace(/https?:\S+/g, '').matchAll(/\d[\d.,:]*\d/g)].map(([figure]) => figure.replace(/[.,:]/g, ''));
  return [...new Set(figures)].sort();
}
