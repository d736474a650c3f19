import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { recordAudit } from '../../provider/jobs/record-audit.ts';
import { servePayoutsHealth } from '../../provider/operator/run-payouts.ts';
import { proveSolvency } from '../../provider/solvency/prove-solvency.ts';
import { createVaultView } from '../../provider/solvency/vault-view.ts';
import { developmentVault } from '../../provider/vault.ts';
import { noteTurn, takeLease } from '../../provider/payouts/executor.ts';
import { openPayouts, type Payouts } from '../provider/payouts/open-payouts.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

let payouts: Payouts;
let given: Set<string>;

beforeAll(async () => {
  payouts = await openPayouts();
  const { database, node, provider, prices } = payouts;
  // Metrics that have samples only after the event.
  prices.jufPrice = { price18: 42n * 10n ** 16n, at: provider.time.now };
  prices.juPrice = { price18: 8n * 10n ** 16n, at: provider.time.now };
  await recordAudit(database, provider.time.now);
  const view = createVaultView({ rpcUrl: node.url, vault: developmentVault });
  await proveSolvency(database, view, provider.time.now);
  const { lease } = payouts.executor();
  await takeLease(database, lease);
  await noteTurn(database, lease);
  const text = await (await provider.raw(new Request('https://jufi.example/api/metrics'), '127.0.0.1')).text();
  given = namesIn(text + (await scrapePayouts()));
});
afterAll(() => payouts.stop());

async function scrapePayouts(): Promise<string> {
  const health = await servePayoutsHealth({
    executor: { lastTurn: () => ({ turn: 'IDLE', ageSeconds: 1 }) },
    readGas: () => Promise.resolve(1),
    database: payouts.database,
    host: '127.0.0.1',
    port: 0,
    metricsAccess: { token: undefined, loopback: true },
  });
  const text = await (await fetch(`http://127.0.0.1:${health.port}/api/metrics`)).text();
  await health.stop();
  return text;
}

function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

const baseOf = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
const usedIn = (text: string): string[] => [...new Set(text.match(/\bjufi_\w+/g) ?? [])];

function rulesOf(file: string): { alert: string; expr: string; annotations: { manual: string } }[] {
  const { groups } = z
    .object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({
              alert: z.string(),
              expr: z.string(),
              labels: z.object({ severity: z.enum(['page', 'ticket']) }),
              annotations: z.object({ summary: z.string().min(10), manual: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parse(read(`prometheus/${file}`)));
  return groups.flatMap((group) => group.rules);
}

it('the alerts ask for figures that JuFi gives, each has a summary and says whom it wakes', () => {
  const rules = rulesOf('jufi.rules.yml');
  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr } of rules)
    expect(
      usedIn(expr).filter((name) => !given.has(name)),
      alert,
    ).toEqual([]);
});

it('each alert names a section of the manual that exists', () => {
  for (const { alert, annotations } of [...rulesOf('jufi.rules.yml'), ...rulesOf('machines.rules.yml')]) {
    const [file = '', anchor] = annotations.manual.split('#');
    const anchors = [...readFileSync(join(DEPLOY, '..', file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(/\s/g, '-'),
    );
    expect(anchors, alert).toContain(anchor);
  }
});

it('the dashboard draws figures that JuFi gives', () => {
  const { panels } = z
    .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })) })
    .parse(JSON.parse(read('grafana/jufi.json')));
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => usedIn(expr)));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !given.has(name))).toEqual([]);
});

it('the manual names only figures that exist', () => {
  const text = globSync('../docs/operations/*.md', { cwd: DEPLOY }).map(read).join('\n');
  const base = new Set([...given].map(baseOf));
  expect(usedIn(text).filter((name) => !['jufi_payouts', 'jufi_server'].includes(name) && !base.has(name))).toEqual([]);
});

it('each figure has an alert, or the manual says why not', () => {
  const text = read('../docs/operations/watching.md');
  const without = /Without an alert:(.*?)\n\n/s.exec(text)?.[1] ?? '';
  const ruled = new Set([...usedIn(read('prometheus/jufi.rules.yml')), ...usedIn(without)].map(baseOf));
  const base = new Set([...given].map(baseOf));
  expect([...base].filter((name) => !ruled.has(name))).toEqual([]);
  expect([...base].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it('everything in YAML or JSON can be read', () => {
  for (const path of globSync('**/*.{yml,yaml}', { cwd: DEPLOY }))
    expect(() => parse(read(path), { merge: true }) as unknown, path).not.toThrow();
  for (const path of globSync('**/*.json', { cwd: DEPLOY })) expect(() => JSON.parse(read(path)) as unknown, path).not.toThrow();
});
