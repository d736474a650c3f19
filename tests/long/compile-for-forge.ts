/**
 * Stands in for the compiler that forge would download: this project's own is JavaScript, which forge can't start. Its linter reads only types and syntax
 * trees, so no code is generated.
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
