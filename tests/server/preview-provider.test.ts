import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreviewProvider, previewPaths } from '../../server/preview-provider.ts';
import { readAnnouncementFolder } from '../../provider/modules/dashboard/publish-announcement.ts';
import { announcementList } from '../../src/lib/api/contract/dashboard.ts';
import { createPageClient } from '../../src/lib/api/page-client.ts';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('preview');

beforeAll(() => cpSync(fileURLToPath(new URL('../../docs/examples/announcement', import.meta.url)), folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readIn(language: LanguageCode): Promise<{ title: string; language: string } | undefined> {
  const { fetch: api } = createPreviewProvider(folder);
  const answer = await createPageClient({ language, api }).read(announcementList, { page: 1, size: 1 });
  return answer.ok ? answer.data.announcementList[0] : undefined;
}

test('serves a draft as the provider would, in English where it isn’t translated, and always from the current files', async () => {
  expect(await readIn('de')).toMatchObject({ language: 'de' });
  expect(await readIn('th')).toMatchObject({ language: 'en', title: 'Maintenance on 3 March' });
  writeFileSync(join(folder, 'th.md'), '# หัวข้อ\n\nสรุป\n\nเนื้อหา\n');
  expect(await readIn('th')).toMatchObject({ language: 'th', title: 'หัวข้อ' });
});

test('prints an address for each language, and which of them show English', async () => {
  const paths = await previewPaths(folder);
  expect(paths).toHaveLength(10);
  expect(paths.filter(({ isTranslated }) => isTranslated).map(({ path }) => path.split('/')[1])).toContain('de');
  expect(paths.find(({ path }) => path.startsWith('/jp/'))?.isTranslated).toBe(false);
});

test.each(['![x](/pictures/a.png)', '![x](https://other.example/a.png "10x10")', '![x](a.png "10x10")'])(
  'a picture that readers would not see is refused before it is published: %s',
  async (picture) => {
    writeFileSync(join(folder, 'it.md'), `# Titolo\n\nRiassunto\n\n${picture}\n`);
    await expect(readAnnouncementFolder(folder)).rejects.toThrow('is not shown');
    rmSync(join(folder, 'it.md'));
  },
);
