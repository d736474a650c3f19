import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Abi, formatAbi } from 'abitype';
import { format } from 'oxfmt';
import { z } from 'zod';

export interface CompiledFile {
  /** Relative to the repository. */
  path: string;
  content: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const CONTRACTS = 'chain/contracts';
const TEST_CONTRACTS = 'tests/chain/contracts';
const TEST_ARTIFACTS = 'tests/chain/artifacts';

/** The contracts that other code uses; the rest (interfaces, libraries) is compiled into them. */
const PUBLISHED = ['Juf', 'Usdt', 'Wju', 'Factory', 'Pair', 'Router', 'Vault', 'SignatureProbe'];

/** Those whose code the provider uses, which reads no file of this folder's. */
const USED_BY_PROVIDER = ['Juf', 'Vault', 'SignatureProbe'];

/**
 * Fixed for reproducible bytecode: no metadata hash and no compiler version in the code, so that a moved file or a changed comment doesn't
 * change addresses. OpenZeppelin 5.7 requires Cancun (`mcopy`, transient storage).
 */
const SETTINGS = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
};
const OUTPUT = { '*': ['abi', 'evm.bytecode.object'] };

const findingSchema = z.object({
  severity: z.string(),
  formattedMessage: z.string(),
  sourceLocation: z.object({ file: z.string() }).optional(),
});
const findingsSchema = z.object({ errors: z.array(findingSchema).default([]) });
const contractSchema = z.object({ abi: z.custom<Abi>(Array.isArray), evm: z.object({ bytecode: z.object({ object: z.string() }) }) });
const contractsSchema = z.object({ contracts: z.record(z.string(), z.record(z.string(), contractSchema)) });

type Contract = z.infer<typeof contractSchema>;

/** Compiles the contracts and returns the files to commit. Warnings about our own files are errors. */
export async function compileContracts(): Promise<CompiledFile[]> {
  const sources = await readSources(CONTRACTS);
  return compile(sources, Object.keys(sources));
}

/** Compiles the tests' contracts, some of which contain all others. The last file says what they were compiled from. */
export async function compileTestContracts(): Promise<CompiledFile[]> {
  const own = await readSources(TEST_CONTRACTS);
  const files = await compile({ ...(await readSources(CONTRACTS)), ...own }, Object.keys(own));
  return [...files, await testContractsOrigin(files)];
}

/** Ties the committed files to the sources, the settings and the compiler that made them, so that they needn't be compiled again to know that they are current. */
export async function testContractsOrigin(files: readonly CompiledFile[]): Promise<CompiledFile> {
  const made = {
    sources: { ...(await readSources(CONTRACTS)), ...(await readSources(TEST_CONTRACTS)) },
    SETTINGS,
    compiler: loadCompiler().version(),
    libraries: readFileSync(require.resolve('@openzeppelin/contracts/package.json'), 'utf8'),
  };
  const path = `${TEST_ARTIFACTS}/origin.json`;
  const digests = { from: sha256(JSON.stringify(made)), files: sha256(JSON.stringify(files)) };
  return { path, content: await formatted(path, JSON.stringify(digests)) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type Sources = Record<string, { content: string }>;

async function compile(sources: Sources, wanted: readonly string[]): Promise<CompiledFile[]> {
  const output = runCompiler(sources, Object.fromEntries(wanted.map((source) => [source, OUTPUT])));
  const findings = findingsSchema.parse(output).errors.filter(isOurs);
  if (findings.length > 0) throw new Error(findings.map((finding) => finding.formattedMessage).join('\n'));

  const files: CompiledFile[] = [];
  for (const [source, contracts] of Object.entries(contractsSchema.parse(output).contracts)) {
    for (const [name, contract] of Object.entries(contracts)) {
      files.push(...(await filesOf(source, name, contract)));
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isOurs(finding: z.infer<typeof findingSchema>): boolean {
  return finding.severity === 'error' || finding.sourceLocation?.file.startsWith('@openzeppelin/') !== true;
}

async function filesOf(source: string, name: string, contract: Contract): Promise<CompiledFile[]> {
  const bytecode = contract.evm.bytecode.object;
  if (source.startsWith(`${TEST_CONTRACTS}/`) && bytecode !== '') {
    const path = `${TEST_ARTIFACTS}/${kebab(name)}.ts`;
    const content = `export const ${camel(name)} = ${JSON.stringify({ abi: contract.abi, bytecode: `0x${bytecode}` })} as const;`;
    return [{ path, content: await formatted(path, content) }];
  }
  if (!source.startsWith(`${CONTRACTS}/`) || !PUBLISHED.includes(name)) return [];
  const abiPath = `src/lib/chain/abis/${kebab(name)}.ts`;
  const artifactPath = `${USED_BY_PROVIDER.includes(name) ? 'src/lib/chain' : 'chain'}/artifacts/${kebab(name)}.json`;
  return [
    { path: abiPath, content: await formatted(abiPath, signatures(camel(name), contract.abi)) },
    { path: artifactPath, content: await formatted(artifactPath, JSON.stringify({ contract: name, bytecode: `0x${bytecode}` })) },
  ];
}

/** A line for each member. The bundler leaves out what a page doesn't use. */
function signatures(name: string, abi: Abi): string {
  return `import { parseAbi } from 'viem';\n\nexport const ${name}Abi = /* @__PURE__ */ parseAbi(${JSON.stringify(formatAbi(abi))});`;
}

async function readSources(folder: string): Promise<Sources> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const sources: Sources = {};
  for (const name of names.filter((entry) => entry.endsWith('.sol')).sort()) {
    sources[`${folder}/${name.split(sep).join('/')}`] = { content: await readFile(join(ROOT, folder, name), 'utf8') };
  }
  return sources;
}

function runCompiler(sources: Sources, outputSelection: object): unknown {
  const input = JSON.stringify({ language: 'Solidity', sources, settings: { ...SETTINGS, outputSelection } });
  return JSON.parse(loadCompiler().compile(input, { import: (path: string) => readImport(path) }));
}

/** solc-js exchanges JSON text; its types are `any`, so they are narrowed here. */
function loadCompiler() {
  const isFunction = (value: unknown): boolean => typeof value === 'function';
  const solc = z.object({
    version: z.custom<() => string>(isFunction),
    compile: z.custom<(input: string, callbacks: object) => string>(isFunction),
  });
  return solc.parse(require('solc'));
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch (cause) {
    return { error: `${path}: ${String(cause)}` };
  }
}

const formatSchema = z.object({ printWidth: z.number(), singleQuote: z.boolean() });

async function formatted(path: string, content: string): Promise<string> {
  const { printWidth, singleQuote } = formatSchema.parse(JSON.parse(await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')));
  const { code, errors } = await format(path, content, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function kebab(name: string): string {
  return camel(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The addresses that result from the written artifacts. Computed in a separate process, because the plan imports the artifacts. */
export async function addressesFile(): Promise<CompiledFile> {
  const path = 'src/lib/chain/addresses/210000.json';
  const program =
    "import('./chain/plan-deployment.ts').then(({ planDeployment }) => console.log(JSON.stringify(planDeployment().addresses)))";
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program], { cwd: ROOT });
  return { path, content: await formatted(path, stdout) };
}

async function write(file: CompiledFile): Promise<void> {
  const target = join(ROOT, file.path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, file.content);
  console.log(file.path);
}

if (import.meta.main) {
  for (const file of [...(await compileContracts()), ...(await compileTestContracts())]) await write(file);
  await write(await addressesFile());
}
