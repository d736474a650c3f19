import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { BareChain } from './own-chain.ts';

const ROOT = join(import.meta.dirname, '../..');

export function documentedSection(page: string, heading: string): string {
  const section = readFileSync(join(ROOT, 'docs', page), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`) || part.startsWith(`${heading} (`));
  if (section === undefined) throw new Error(`docs/${page} has no "${heading}"`);
  return section;
}

/** The lines of the shell blocks, without their remarks; a line that ends in `\` goes on in the next. */
export function commandsIn(section: string): string[] {
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

export interface Deployed {
  juf: Address;
  vault: Address;
  /** What `deploy` prints, for the settings. */
  settings: Record<string, string>;
}

/** Runs the lines of docs/operations/contracts.md, with real addresses in place of `0x…`, in a folder that holds the key afterwards. */
export async function deployAsWritten(
  { usdt, owner, operatorKey, deployerKey }: BareChain,
  folder: string,
  run: (command: string) => Promise<string>,
): Promise<Deployed> {
  const addresses: Record<string, Address> = { owner: owner.address, operator: privateKeyToAccount(operatorKey).address, usdt };
  writeFileSync(join(folder, 'deployer.key'), deployerKey);
  let said = '';
  for (const written of commandsIn(documentedSection('operations/contracts.md', 'The contracts'))) {
    const command = written.replaceAll(/--(\w+) 0x…/g, (_, name: string) => `--${name} ${addresses[name] ?? ''}`);
    // There is no person to ask.
    said = await run(command.includes(' deploy ') ? `${command} --yes` : command);
  }
  const settings = Object.fromEntries(
    said.split('\n').flatMap((line) => (/^[A-Z_]+=/.test(line) ? [line.split('=') as [string, string]] : [])),
  );
  const { PUBLIC_JUF_ADDRESS: juf = '', VAULT_ADDRESS: vault = '' } = settings;
  return { juf: getAddress(juf), vault: getAddress(vault), settings };
}
