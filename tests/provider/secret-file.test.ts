import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withSecretFiles } from '../../provider/secret-file.ts';
import { readProviderSettings } from '../../provider/settings.ts';
import { readSettings } from '../../server/settings.ts';
import { anotherUser } from '../support/another-user.ts';

const SECRET = 'postgres://jufi:hunter2@127.0.0.1:5432/jufi';

async function secretFile(text: string, mode = 0o400): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'jufi-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret');
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

/** The message that it throws. */
function complaint(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('nothing was refused');
}

it.each(['DATABASE_URL', 'METRICS_TOKEN', 'CHAIN_RPC_URLS', 'PUSH_PRIVATE_KEY'])('reads %s from the file that is named', async (name) => {
  const file = await secretFile('  what nobody else may read\n');
  expect(withSecretFiles({ [`${name}_FILE`]: file, PORT: '1' })).toMatchObject({ [name]: 'what nobody else may read', PORT: '1' });
});

it('works for all of JuFi and for a stand-alone provider', async () => {
  const file = await secretFile(`${SECRET}\n`, 0o600);
  expect(readSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe(SECRET);
  expect(readProviderSettings({ DATABASE_URL_FILE: file }).databaseUrl).toBe(SECRET);
});

it('refuses a file that others may read, an empty or missing one, a folder, and a secret given twice, without revealing the secret', async () => {
  const [open, empty] = [await secretFile(SECRET, 0o640), await secretFile(' \n')];
  for (const read of [readSettings, readProviderSettings]) {
    const said = [
      complaint(() => read({ DATABASE_URL_FILE: open })),
      complaint(() => read({ DATABASE_URL_FILE: empty })),
      complaint(() => read({ DATABASE_URL_FILE: tmpdir() })),
      complaint(() => read({ DATABASE_URL_FILE: join(open, 'nothing') })),
      complaint(() => read({ DATABASE_URL_FILE: open, DATABASE_URL: SECRET })),
    ];
    for (const [index, words] of ['has mode 640', 'is empty', 'is not a file', 'cannot be read', 'are both set'].entries()) {
      expect(said[index]).toContain(words);
    }
    expect(said.join()).not.toContain('hunter2');
  }
});

const another = anotherUser();

it.runIf(another !== undefined)('takes a file of root’s that root lets another user read, and not one that everybody can', async () => {
  const file = await secretFile(SECRET);
  await chmod(dirname(file), 0o755);
  await chown(file, 0, another ?? 0);
  const read = async (mode: number): Promise<string> => {
    await chmod(file, mode);
    const from = new URL('../../provider/secret-file.ts', import.meta.url).href;
    const script = `import { readSecretFile } from '${from}'; process.stdout.write(readSecretFile('${file}', 'DATABASE_URL_FILE'));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { uid: another, gid: another });
    return `${stdout.toString()}${stderr.toString()}`;
  };
  expect(await read(0o440)).toBe(SECRET);
  expect(await read(0o444)).toContain('has mode 444');
  expect(await read(0o640)).toContain('has mode 640');
});
