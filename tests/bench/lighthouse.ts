/**
 * Lighthouse on the public pages, as on its phone: `npm run bench:lighthouse -- [runs]`. Prints the four scores of the run in the middle, and what failed.
 * Fails below 99 in any of them. Needs a build (`npm run build`).
 * Lighthouse comes from the registry with its first run: it isn't a dependency, since it would bring 85 MB to every checkout.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findFreePort } from '../../processes/find-free-port.ts';
import { fullBrowser } from '../e2e/support/test-browser.ts';
import { onOwnSite } from './start-own-site.ts';
import { noteFigure } from '../quality/note-figure.ts';

const RUNS = Number(process.argv[2] ?? 3);
/** For the whole report of each page: a folder. */
const REPORTS = process.env['LIGHTHOUSE_REPORTS'];
const PATHS = [
  '/',
  '/announcements',
  '/announcements/chain-upgrade',
  '/reserves',
  '/how-it-works',
  '/th',
  '/th/announcements/chain-upgrade',
];
const LOWEST: Readonly<Record<string, number>> = { performance: 99, accessibility: 99, 'best-practices': 99, seo: 99 };

const VERSION = '13.5.0';
const run = promisify(execFile);

/** The used part of a Lighthouse result. */
const result = z.looseObject({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.record(
    z.string(),
    z.object({ score: z.nullable(z.number()), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      title: z.string(),
      displayValue: z.optional(z.string()),
      numericValue: z.optional(z.number()),
    }),
  ),
});
type Result = z.infer<typeof result>;

await onOwnSite(async (origin) => {
  for (const path of PATHS) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) results.push(await audit(origin + path));
    results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
    const middle = results[results.length >> 1];
    if (middle !== undefined) report(path, middle);
  }
});

/** In a new browser, so that runs don't affect each other. */
async function audit(address: string): Promise<Result> {
  const port = await findFreePort();
  const { path, environment } = await fullBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
    env: environment,
  });
  try {
    const args = [address, `--port=${port}`, '--output=json', '--quiet'];
    const { stdout } = await run('npm', ['exec', '--yes', `--package=lighthouse@${VERSION}`, '--', 'lighthouse', ...args], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const audited = result.parse(JSON.parse(stdout));
    if (audited.runtimeError !== undefined) throw new Error(audited.runtimeError.message);
    return audited;
  } finally {
    await browser.close();
  }
}

function report(path: string, audited: Result): void {
  const scores = Object.entries(LOWEST).map(([category, lowest]) => ({ category, lowest, score: scoreOf(audited, category) }));
  const value = (id: string): number => audited.audits[id]?.numericValue ?? 0;
  console.log(
    `${path}: ${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}; largest paint ${value('largest-contentful-paint').toFixed(0)} ms, ` +
      `blocked ${value('total-blocking-time').toFixed(0)} ms, shift ${value('cumulative-layout-shift').toFixed(4)}`,
  );
  for (const failed of failuresOf(audited)) console.log(`  ${failed}`);
  for (const { category, score } of scores) noteFigure(category === 'performance' ? 'lighthouse-performance' : 'lighthouse-rest', score);
  if (scores.some(({ score, lowest }) => score < lowest)) process.exitCode = 1;
  if (REPORTS !== undefined) writeFileSync(`${REPORTS}/lighthouse${path.replaceAll('/', '-')}.json`, JSON.stringify(audited));
}

function scoreOf({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

function failuresOf({ categories, audits }: Result): string[] {
  const weighed = Object.keys(LOWEST).flatMap((category) => categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  return weighed.flatMap(({ id }) => {
    const { score, title, displayValue = '' } = audits[id] ?? { score: null, title: id };
    return score === null || score === 1 ? [] : [`${id} (${score}): ${title} ${displayValue}`];
  });
}
