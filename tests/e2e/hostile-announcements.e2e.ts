import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPreviewProvider } from '../../server/preview-provider.ts';
import type { Site } from '../../server/site.ts';
import { hostileMarkdown } from '../support/hostile-markdown.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startBuiltSite } from './support/broken-site.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts-of.ts';

const SLUG = 'hostile-draft';
const OWN_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An announcement as an operator would write it, with this body, on the site that members see. */
async function startDraft(bodies: Readonly<Record<string, string>>): Promise<Site> {
  const folder = temporaryFolder('draft');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'announcement.json'), JSON.stringify({ slug: SLUG, category: 'NEWS', pinned: false }));
  for (const [code, body] of Object.entries(bodies))
    writeFileSync(join(folder, `${code}.md`), `# Title in ${code}\n\nSummary.\n\n${body}\n`);
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures/a.png'), OWN_PICTURE);
  return startBuiltSite({ provider: createPreviewProvider(folder), picturesFolder: join(folder, 'pictures') });
}

/** Responses of a hostile provider. The operator's tool would refuse some of their content. */
function tellAnnouncement(body: string): Response {
  const at = '2026-11-24T00:00:00.000Z';
  const texts = { title: 'A title', summary: 'A summary.', body, language: 'en' };
  const announcement = {
    id: '00000000-0000-7000-8000-000000000000',
    slug: SLUG,
    category: 'NEWS',
    pinned: false,
    publishedAt: at,
    updatedAt: at,
    ...texts,
  };
  return Response.json({ code: 0, message: 'OK', data: { announcementList: [announcement], totalPages: 1, totalElements: 1 } });
}

for (const bypassCSP of [false, true]) {
  test.describe(bypassCSP ? 'without the security policy' : 'with the security policy', () => {
    test.use({ bypassCSP, expectedFaults: [/status of 404/] });

    test('a corpus of hostile Markdown runs nothing, loads nothing and navigates nowhere', async ({ page }) => {
      const site = await startBuiltSite({ provider: { fetch: () => Promise.resolve(tellAnnouncement(hostileMarkdown.join('\n\n'))) } });
      try {
        const ran: string[] = [];
        const asked: string[] = [];
        page.on('dialog', (dialog) => void (ran.push(dialog.message()), dialog.dismiss()));
        page.on(
          'request',
          (request) => !request.url().startsWith(site.url) && !request.url().startsWith('data:') && asked.push(request.url()),
        );
        await page.goto(`${site.url}/announcements/${SLUG}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('A title');
        for (const link of await page.locator('.prose a').all()) await link.dispatchEvent('mouseover');
        await page.locator('.prose').click({ position: { x: 5, y: 5 } });
        await page.keyboard.press('Tab');
        expect(ran).toEqual([]);
        expect(asked).toEqual([]);
        expect(page.url()).toBe(`${site.url}/announcements/${SLUG}`);
        await expect(page.locator('.prose :is(script, iframe, object, embed, form, style, svg, video, input)')).toHaveCount(0);
      } finally {
        await site.stop();
      }
    });
  });
}

test('a draft is seen on the site’s own pages in every language, and its pictures keep their place', async ({ page }) => {
  const site = await startDraft({ en: 'Text.\n\n![What it costs](/pictures/a.png "640x640")\n\nMore.', de: 'Text auf Deutsch.' });
  try {
    await page.goto(`${site.url}/announcements/${SLUG}`);
    const picture = page.getByRole('img', { name: 'What it costs' });
    await expect(picture).toHaveAttribute('loading', 'lazy');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    const box = await picture.boundingBox();
    expect(Math.abs((box?.width ?? 0) / (box?.height ?? 1) - 1)).toBeLessThan(0.02);
    await page.goto(`${site.url}/de/announcements/${SLUG}`);
    await expect(page.locator('.prose')).toContainText('Text auf Deutsch.');
    await page.goto(`${site.url}/th/announcements/${SLUG}`);
    await expect(page.locator('.untranslated')).toContainText(textsOf('th', 'announcements').article.untranslated.split('{{')[0] ?? '');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`[^h]/announcements/${SLUG}$`));
  } finally {
    await site.stop();
  }
});
