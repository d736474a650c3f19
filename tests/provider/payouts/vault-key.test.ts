import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, it, onTestFinished } from 'vitest';

import { takeVaultKey } from '../../../provider/payouts/vault-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it.each([
  [0o600, true],
  [0o400, true],
  [0o640, false],
  [0o440, false],
  [0o444, false],
  [0o700, false],
])('a key file with mode %o is accepted: %s', (mode, isTaken) => {
  const folder = temporaryFolder('key');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'operator.key');
  const key = generatePrivateKey();
  writeFileSync(file, `${key}\n`);
  chmodSync(file, mode);
  const take = (): unknown => takeVaultKey({ OPERATOR_KEY_FILE: file }, true)?.address;
  if (isTaken) expect(take()).toBe(privateKeyToAddress(key));
  else expect(take).toThrow(/has mode \d+, so that others could have read the secret: it must be 600 or 400/);
});
