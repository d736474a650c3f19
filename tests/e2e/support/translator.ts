import type { Page } from '@playwright/test';

/**
 * What translators do with a page: Chrome's puts each text into two `<font>` elements, as a copy or by moving the text itself; others put a text of their own in
 * its place. All leave alone what isn't to be translated, and translate again what a script writes later.
 */
export type Translator = 'copies' | 'moves' | 'replaces';

/** Translates the page from now on. Every letter becomes capital, and every digit that the page doesn't protect another digit. */
export async function translatePage(page: Page, how: Translator): Promise<void> {
  await page.evaluate((way) => {
    const ours = new WeakSet<Node>();
    const translate = (text: Text): void => {
      const parent = text.parentElement;
      if (ours.has(text) || !parent || text.data.trim() === '') return;
      if (parent.closest('[translate=no], .notranslate, script, style, svg, textarea, template')) return;
      const words = text.data.toLocaleUpperCase().replace(/\d/g, (digit) => String((Number(digit) + 1) % 10));
      if (way === 'replaces') {
        const own = new Text(words);
        ours.add(own);
        text.replaceWith(own);
        return;
      }
      const outer = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      const inner = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      outer.append(inner);
      text.replaceWith(outer);
      const own = way === 'moves' ? text : new Text();
      ours.add(own);
      own.data = words;
      inner.append(own);
    };
    const walk = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      if (root instanceof Text) texts.push(root);
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      for (const text of texts) translate(text);
    };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        // A script wrote into a text that was translated: it's a new one.
        if (type === 'characterData' && target instanceof Text && target.data !== target.data.toLocaleUpperCase()) ours.delete(target);
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) walk(node);
      }
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    walk(document.body);
  }, how);
}

/** Texts of islands with figures that a translator may change. */
export function openFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const island of document.querySelectorAll('astro-island, dialog')) {
      const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode;
        if (/\p{N}/u.test(text.nodeValue ?? '') && !text.parentElement?.closest('[translate=no], script, style, template'))
          found.push(text.nodeValue ?? '');
      }
    }
    return found;
  });
}
