import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPictures } from '../../../server/site/pictures.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('pictures');
const getPicture = createPictures(folder);
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('serves a picture as soon as the operator adds it, and reads it again when it has changed', async () => {
  expect(await getPicture('/pictures/fees.png')).toBeUndefined();
  writeFileSync(join(folder, 'fees.png'), 'first');
  const first = await getPicture('/pictures/fees.png');
  expect([first?.type, first?.plain.toString()]).toEqual(['image/png', 'first']);
  expect(await getPicture('/pictures/fees.png')).toBe(first);
  writeFileSync(join(folder, 'fees.png'), 'other');
  utimesSync(join(folder, 'fees.png'), new Date(), new Date(Date.now() + 5_000));
  const other = await getPicture('/pictures/fees.png');
  expect(other?.plain.toString()).toBe('other');
  expect(other?.hash).not.toBe(first?.hash);
});

test.each([
  '/pictures/../secret.png',
  '/pictures/a/b.png',
  '/pictures/.png',
  '/pictures/A.png',
  '/pictures/page.svg',
  '/pictures/page.html',
  '/pictures/',
  '/fees.png',
])('no other address reaches the disk: %s', async (path) => {
  writeFileSync(join(folder, 'page.svg'), '<svg/>');
  writeFileSync(join(folder, 'page.html'), '<p>');
  expect(await getPicture(path)).toBeUndefined();
});

test('a folder, a broken link, and a file that is too large are not served as pictures', async () => {
  mkdirSync(join(folder, 'folder.png'));
  symlinkSync(join(folder, 'missing'), join(folder, 'link.png'));
  writeFileSync(join(folder, 'large.jpg'), '');
  truncateSync(join(folder, 'large.jpg'), 5 * 1024 * 1024);
  for (const name of ['folder.png', 'link.png', 'large.jpg']) expect(await getPicture(`/pictures/${name}`), name).toBeUndefined();
});
