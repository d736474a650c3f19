import { rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { lockData } from '../../server/data-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder in use is refused, naming its user, and free again after release', () => {
  const data = join(folder, 'new', 'data');
  const first = lockData(data, 'http://127.0.0.1:4321');
  expect(() => lockData(data, 'http://127.0.0.1:5000')).toThrow(
    `JuFi already runs on ${data} (process ${process.pid}, http://127.0.0.1:4321)`,
  );
  first.release();
  lockData(data, 'http://127.0.0.1:5000').release();
});

test('a lock is kept until its process ends, and taken over at once if that was killed, whatever files it left', async () => {
  const module = new URL('../../server/data-lock.ts', import.meta.url).href;
  const holder = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--input-type=module',
      '-e',
      `const { lockData } = await import(${JSON.stringify(module)}); lockData(${JSON.stringify(folder)}, 'x'); await new Promise(setImmediate); gc(); console.log('held'); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // Otherwise it would keep the whole run from ending.
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => lockData(folder, 'y')).toThrow(`process ${holder.pid ?? 0}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockData(folder, 'y').release();
});

test('a folder that can’t be created is reported instead of retried forever', () => {
  for (const impossible of ['/proc/nope', '/proc/nope/data']) {
    expect(() => lockData(impossible, 'x')).toThrow(
      /^The data folder \/proc\/nope\S* cannot be used \(ENOENT.*\): make it a folder you can write to/,
    );
  }
});

test('a path that isn’t a folder is reported', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => lockData(join(file, 'data'), 'x')).toThrow(
    /^The data folder .* cannot be used \(.*\): make it a folder you can write to, or set DATA_DIR\.$/,
  );
});
