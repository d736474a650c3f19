/**
 * `forge lint` on the contracts that come with JuFi: fails on a finding that isn't listed below with the reason why it stays. Forge comes from the
 * registry with its first run: it isn't a dependency, since it would bring 81 MB to every checkout.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const VERSION = '1.7.1';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Looked at, by file and lint. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  'exchange/Pair.sol divide-before-multiply':
    'a price of UQ112.112 is rounded down before it is weighed with its seconds, as in Uniswap V2, whose readers repeat just that',
  'exchange/Pair.sol unsafe-typecast': 'both balances were required to fit into 112 bits at the beginning of the same function',
  'exchange/Router.sol block-timestamp':
    'a deadline in seconds is what callers of this interface give; a validator can only delay a trade by it',
};

const finding = z.object({
  message: z.string(),
  code: z.object({ code: z.string() }),
  level: z.string(),
  spans: z.array(z.object({ file_name: z.string(), line_start: z.number(), text: z.array(z.object({ text: z.string() })) })),
});
type Finding = z.infer<typeof finding>;

const found = await lint();
const places = new Set(found.map(placeOf));
for (const one of found) {
  const reason = LOOKED_AT[placeOf(one)];
  const [span] = one.spans;
  if (reason === undefined) process.exitCode = 1;
  console.log(`${reason === undefined ? '✗' : '✓'} ${placeOf(one)}:${span?.line_start ?? 0} ${one.level}: ${one.message}`);
  console.log(`    ${span?.text[0]?.text.trim() ?? ''}\n    ${reason ?? 'not looked at yet'}`);
}
for (const place of Object.keys(LOOKED_AT).filter((listed) => !places.has(listed))) {
  console.log(`✗ ${place} is listed, and was not found`);
  process.exitCode = 1;
}
console.log(`${found.length} findings, ${found.filter((one) => LOOKED_AT[placeOf(one)] === undefined).length} of them new`);

async function lint(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'jufi-lint-contracts-'));
  try {
    prepare(folder);
    const args = [
      'exec',
      '--yes',
      `--package=@foundry-rs/forge-linux-amd64@${VERSION}`,
      '--',
      'forge',
      'lint',
      '--use',
      './solc',
      '--json',
    ];
    const { stdout, stderr } = await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{"$message_type":"diagnostic"'));
    // If none of the contracts has a finding, forge has probably read none of them.
    if (lines.length === 0) throw new Error(`forge found nothing at all: ${stderr}`);
    return lines.map((line) => finding.parse(JSON.parse(line)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepare(folder: string): void {
  cpSync(join(ROOT, 'chain/contracts'), join(folder, 'contracts'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const settings = ['src = "contracts"', 'libs = ["node_modules"]', 'remappings = ["@openzeppelin/=node_modules/@openzeppelin/"]'];
  writeFileSync(join(folder, 'foundry.toml'), ['[profile.default]', ...settings, ''].join('\n'));
  const compiler = join(ROOT, 'tests/long/compile-for-forge.ts');
  writeFileSync(join(folder, 'solc'), `#!/bin/sh\nexec '${process.execPath}' '${compiler}' "$@"\n`, { mode: 0o755 });
}

function placeOf({ code, spans }: Finding): string {
  return `${spans[0]?.file_name.replace('contracts/', '') ?? ''} ${code.code}`;
}
