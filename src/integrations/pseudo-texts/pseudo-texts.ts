import type { AstroIntegration } from 'astro';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const ENGLISH = /\/locales\/en\/[\w-]+\.json$/;

type TextTree = string | { [key: string]: TextTree };

const PLAIN = 'ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽåƀçðéƒĝĥîĵķļɱñöþŕšţûṽŵýž';
const accents = new Map(Array.from(PLAIN, (letter, place) => [letter, Array.from(ACCENTED)[place] ?? letter]));

/** For developers: the English pages in a pseudo-language, which shows what is hard-coded or cramped. `PSEUDO_TEXTS=true npm run dev`. */
export function pseudoTexts(isWanted: boolean): AstroIntegration {
  return {
    name: 'pseudo-texts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        if (isWanted) updateConfig({ vite: { plugins: [rewriteTexts()] } });
      },
      'astro:build:done': async ({ dir }) => {
        if (!isWanted) return;
        const folder = new URL('locales/en/', dir);
        for (const name of await readdir(folder))
          await writeFile(new URL(name, folder), rewrite(await readFile(new URL(name, folder), 'utf8')));
      },
    },
  };
}

/** Both the texts that pages are rendered with and those that scripts fetch. */
function rewriteTexts(): Plugin {
  return {
    name: 'pseudo-texts',
    enforce: 'pre',
    transform: { filter: { id: ENGLISH }, handler: (code) => rewrite(code) },
    configureServer({ config, middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        if (!ENGLISH.test(path) || path.startsWith('/public/')) {
          next();
          return;
        }
        readFile(`${config.publicDir}${path}`, 'utf8').then((json) => {
          response.setHeader('content-type', 'application/json');
          response.end(rewrite(json));
        }, next);
      });
    },
  };
}

function rewrite(json: string): string {
  return JSON.stringify(pseudoTree(JSON.parse(json) as TextTree));
}

function pseudoTree(tree: TextTree): TextTree {
  if (typeof tree === 'string') return pseudoText(tree);
  return Object.fromEntries(Object.entries(tree).map(([key, inner]) => [key, pseudoTree(inner)]));
}

/**
 * English as no language writes it: `Claim` becomes `⟦Çļååîîɱ⟧`. What stands on a page without accents isn't in the locales, what stands there
 * without its brackets is cut off, and 40 % more letters are what German needs. Placeholders stay as they are.
 */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{\s*\w+\s*\}\})/);
  const letters = parts.filter((_, place) => place % 2 === 0).join('').length;
  let missing = Math.ceil(letters * 0.4);
  const written = parts.map((part, place) =>
    place % 2 === 1
      ? part
      : Array.from(part, (letter) => {
          const accented = accents.get(letter) ?? letter;
          if (missing === 0 || !/[aeiou]/i.test(letter)) return accented;
          missing -= 1;
          return accented + accented;
        }).join(''),
  );
  return `⟦${written.join('')}${'~'.repeat(missing)}⟧`;
}
