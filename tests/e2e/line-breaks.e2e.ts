import landing from '../../public/locales/jp/landing.json' with { type: 'json' };
import { expect, test } from './support/test.ts';

/** No Japanese line begins with one of these (JIS X 4051). */
const NEVER_FIRST = 'ーぁぃぅぇぉっゃゅょァィゥェォッャュョ';

test.use({ viewport: { width: 360, height: 780 } });

for (const path of ['/jp', '/jp/announcements', '/jp/how-it-works', '/jp/help'])
  test(`no line of ${path} begins with a small kana or a long vowel’s mark`, async ({ page }) => {
    await page.goto(path);
    expect(await page.evaluate(firstCharacters).then((all) => all.filter((first) => NEVER_FIRST.includes(first)))).toEqual([]);
  });

test('between two Chinese or Japanese sentences is no blank', async ({ page }) => {
  await page.goto('/jp');
  await expect(page.getByRole('main')).toContainText(`${landing.wrong.locked.lead}${landing.wrong.locked.text}`);
  await page.goto('/de');
  await expect(page.locator('#wrong')).toBeVisible();
  const items = await page.locator('section[aria-labelledby="wrong"] li').allTextContents();
  for (const item of items) expect(item.trim()).toMatch(/^[^.]+\. \S/);
});

/** The first character of each line that isn't the first of its text. */
function firstCharacters(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    let line = Number.NaN;
    for (let at = 0; at < text.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const [box] = range.getClientRects();
      if (box === undefined || box.width === 0) continue;
      if (box.top > line + 2) found.push(text.charAt(at));
      line = box.top;
    }
  }
  return found;
}
