import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { markdownFiles } from './project-files.ts';

/** Text in code blocks isn't a link. */
const CODE = /^```[^]*?^```|`[^`\n]*`/gm;
const LINK = /\[[^\]]*\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g;
/** Addresses of other sites, and of pages of the running site. */
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/)/i;

test.each(markdownFiles())('every relative link in %s leads to a file, and to a heading where it names one', (path) => {
  const targets = [...proseOf(path).matchAll(LINK)].map(([, target = '']) => target).filter((target) => !ELSEWHERE.test(target));
  expect(targets.filter((target) => !leadsSomewhere(path, target))).toEqual([]);
});

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), decodeURIComponent(file)));
  if (!existsSync(path)) return false;
  return heading === undefined || (statSync(path).isFile() && headingsOf(path).includes(heading));
}

/** The anchors that GitHub gives headings. */
function headingsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function proseOf(path: string): string {
  return readFileSync(path, 'utf8').replace(CODE, '');
}
