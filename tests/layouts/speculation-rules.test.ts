import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { speculationRules } from '../../src/layouts/inline-scripts.ts';

interface Rules {
  prerender: { where: { and: [{ or: { href_matches: string }[] }, ...unknown[]] }; eagerness: string }[];
}

const [onPointer, onFocus] = (JSON.parse(speculationRules.code) as Rules).prerender;
const covers = (rule: typeof onPointer, path: string): boolean =>
  (rule?.where.and[0].or ?? []).some(({ href_matches }) =>
    new URLPattern(href_matches, 'https://jufi.example').test(`https://jufi.example${path}`),
  );

const PAGES = 'src/pages/[...locale]';
const pages = globSync('**/*.astro', { cwd: PAGES }).map((file) => ({
  path: `/${file.replace(/(\/?index)?\.astro$/, '')}`,
  isMembers: readFileSync(`${PAGES}/${file}`, 'utf8').includes('<MemberShell'),
}));

test('every member page is prerendered on intent, in each language, and no other page is', () => {
  expect(pages.filter(({ isMembers }) => isMembers).length).toBeGreaterThanOrEqual(11);
  for (const { path, isMembers } of pages) {
    for (const rule of [onPointer, onFocus]) {
      expect(covers(rule, path), path).toBe(isMembers);
      expect(covers(rule, `/zh${path}`), `/zh${path}`).toBe(isMembers);
    }
  }
});

test('without a pointer, keyboard focus counts, and what the page itself names; another link is never prerendered at once', () => {
  expect(onPointer?.eagerness).toBe('moderate');
  expect(onFocus?.eagerness).toBe('immediate');
  expect(onFocus?.where.and).toContainEqual({ selector_matches: ':is(:focus-visible:not([aria-current=page]), [data-ahead])' });
});
