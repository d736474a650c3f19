import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { OperatorError } from './operator-error.ts';

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The program inside the npm package, without the wrapper script that would stand between us and its signals. */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const resolve = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')).resolve;
    const binary = join(dirname(resolve(`${name}/package.json`)), 'bin', fileName);
    if (existsSync(binary)) return binary;
  } catch (cause) {
    throw notInstalled(name, cause);
  }
  throw notInstalled(name, undefined);
}

function notInstalled(name: string, cause: unknown): OperatorError {
  return new OperatorError(
    'NO_CHAIN_BINARY',
    `The package ${name} is not installed, so there is no embedded chain: run \`npm ci\`, or set PUBLIC_CHAIN_RPC_URL.`,
    { cause },
  );
}
