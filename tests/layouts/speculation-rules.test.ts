import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { speculationRules } from '../../src/layouts/speculation-rules.ts';

interface Rules {
  prerender: { where: { and: [{ or: { href_matches: string }[] }, ...unknown[]] } }[];
}

const [rule] = (JSON.parse(speculationRules.code) as Rules).prerender;
const patterns = (rule?.where.and[0].or ?? []).map((each) => new URLPattern(each.href_matches, 'https://jufi.example'));
const isPrerendered = (path: string): boolean => patterns.some((pattern) => pattern.test(`https://jufi.example${path}`));

const PAGES = 'src/pages/[...locale]';
const pages = globSync('**/*.astro', { cwd: PAGES }).map((file) => ({
  path: `/${file.replace(/(\/?index)?\.astro$/, '')}`,
  isMembers: readFileSync(`${PAGES}/${file}`, 'utf8').includes('<MemberShell'),
}));

test('every page of members is prerendered on intent, in each language, and no other page is', () => {
  expect(pages.filter(({ isMembers }) => isMembers).length).toBeGreaterThanOrEqual(6);
  for (const { path, isMembers } of pages) {
    expect(isPrerendered(path), path).toBe(isMembers);
    expect(isPrerendered(`/zh${path}`), `/zh${path}`).toBe(isMembers);
  }
});
