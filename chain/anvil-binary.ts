import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { SetupError } from '../processes/setup-error.ts';

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The program inside the platform's own npm package. Not through the wrapper package, whose script would stand between us and the node's
 * signals, and which requires packages of other platforms that not every registry has.
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const fileName = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    const { resolve } = createRequire(import.meta.url);
    const binary = join(dirname(resolve(`${name}/package.json`)), 'bin', fileName);
    if (existsSync(binary)) return binary;
  } catch (cause) {
    throw notInstalled(name, cause);
  }
  throw notInstalled(name, undefined);
}

function notInstalled(name: string, cause: unknown): SetupError {
  return new SetupError(
    'NO_CHAIN_BINARY',
    `The package ${name} is not installed, so there is no embedded chain: run \`npm ci\`, or set PUBLIC_CHAIN_RPC_URL.`,
    { cause },
  );
}
