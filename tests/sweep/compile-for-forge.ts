/**
 * What forge takes for the compiler: it would fetch a program of its own, and the one that this project uses is JavaScript. Types and syntax trees are
 * all that its linter reads, so no code is generated.
 */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const solc = z
  .object({ version: z.custom<() => string>(isFunction), compile: z.custom<(input: string) => string>(isFunction) })
  .parse(createRequire(import.meta.url)('solc'));

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`);
} else {
  const input = z.looseObject({ settings: z.looseObject({}) }).parse(JSON.parse(await text(process.stdin)));
  input.settings['outputSelection'] = { '*': { '*': ['abi'], '': ['ast'] } };
  process.stdout.write(solc.compile(JSON.stringify(input)));
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
