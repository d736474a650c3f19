import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';

import { keepOwnHashes } from '../../../server/site/kept-page.ts';

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'self'; script-src 'self' ${source('a()')} ${source('b()')}; style-src 'self' ${source('p{}')} ${source('q{}')};`;

test('a page keeps only the hashes of its own inline scripts and styles', () => {
  const html = '<head><script type="module">a()</script><style>q{}</style></head><script src="/x.js"></script>';
  expect(keepOwnHashes(policy, html)).toBe(`default-src 'self'; script-src 'self' ${source('a()')}; style-src 'self' ${source('q{}')};`);
});

test('a page’s content never extends the policy', () => {
  expect(keepOwnHashes(policy, '<script>evil()</script>')).toBe("default-src 'self'; script-src 'self'; style-src 'self';");
});
