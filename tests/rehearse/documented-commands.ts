import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The lines of the shell blocks below a heading of docs/operations.md, without their remarks; a line that ends in `\` goes on in the next. */
export function documentedCommands(heading: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operations.md has no "${heading}"`);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Its output; throws with its error output if it fails. */
export function runAsWritten(command: string, environment: Readonly<Record<string, string>>, cwd = ROOT): Promise<string> {
  const { PATH = '', HOME = '/tmp', NODE_COMPILE_CACHE = '' } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', command],
      { cwd, env: { PATH, HOME, NODE_COMPILE_CACHE, ...environment }, timeout: 300_000 },
      (error, output, errors) => {
        if (error === null) resolve(`${output}${errors}`);
        else reject(new Error(`${command}\n${output}${errors}`.trim()));
      },
    );
  });
}
