import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onWalletPrompts, whilePrompting } from '../../../../src/lib/chain/wallets/while-prompting.ts';

it('reports when the first prompt opens and the last one closes, whether accepted or declined', async () => {
  const heard: boolean[] = [];
  const stop = onWalletPrompts((isPrompting) => heard.push(isPrompting));
  const connecting = Promise.withResolvers<string>();
  const signing = Promise.withResolvers<string>();
  const first = whilePrompting(() => connecting.promise);
  const second = whilePrompting(() => signing.promise);
  expect(heard).toEqual([false, true]);
  connecting.resolve('0x1');
  expect(await first).toBe('0x1');
  expect(heard).toEqual([false, true]);
  signing.reject(new Error('declined'));
  await expect(second).rejects.toThrow('declined');
  expect(heard).toEqual([false, true, false]);
  stop();
});

it('every request that may prompt goes through whilePrompting', () => {
  const src = new URL('../../../../src/', import.meta.url);
  const asked = /method: '(eth_requestAccounts|eth_sendTransaction|eth_sign\w*|personal_sign|wallet_(?!getCapabilities)\w+)'/;
  const throughWagmi = /import \{[^}]*\b(sign\w+|send\w+)\b[^}]*\} from '@wagmi\/core'/;
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('development-wallet'),
  );
  const sourceOf = (file: string): string => readFileSync(new URL(file, src), 'utf8');
  const asking = files.filter((file) => asked.test(sourceOf(file)) || throughWagmi.test(sourceOf(file)));
  expect(asking.length).toBeGreaterThan(4);
  const around = asking.filter((file) => !sourceOf(file).includes('whilePrompting('));
  expect(around).toEqual([]);
});
