/**
 * Lighthouse on the public pages, as on its phone: `npm run bench:lighthouse -- [runs]`. Prints the four scores of the run in the middle, and what failed.
 * Fails below 100 in what doesn't depend on the machine (accessibility, best practices, SEO), and below 98 in performance. Needs a build (`npm run build`).
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findFreePort } from '../../processes/find-free-port.ts';
import { testBrowser } from '../e2e/support/test-browser.ts';
import { onOwnSite } from './start-own-site.ts';

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
const LOWEST: Readonly<Record<string, number>> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

await onOwnSite(async (origin) => {
  for (const path of PATHS) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) results.push(await audit(origin + path));
    results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
    const middle = results[results.length >> 1];
    if (middle !== undefined) report(path, middle);
  }
});

/** In a browser of its own, so that no run leaves anything to the next. */
async function audit(address: string): Promise<Result> {
  const port = await findFreePort();
  const { path, environment } = await testBrowser();
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`],
    ...(environment !== undefined && { env: environment }),
  });
  try {
    const result = await lighthouse(address, { port, output: 'json', logLevel: 'error' });
    if (result === undefined) throw new Error(`Lighthouse said nothing about ${address}`);
    if (result.lhr.runtimeError !== undefined) throw new Error(result.lhr.runtimeError.message);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function report(path: string, result: Result): void {
  const scores = Object.entries(LOWEST).map(([category, lowest]) => ({ category, lowest, score: scoreOf(result, category) }));
  const value = (id: string): number => result.audits[id]?.numericValue ?? 0;
  console.log(
    `${path}: ${scores.map(({ category, score }) => `${category} ${score}`).join(', ')}; largest paint ${value('largest-contentful-paint').toFixed(0)} ms, ` +
      `blocked ${value('total-blocking-time').toFixed(0)} ms, shift ${value('cumulative-layout-shift').toFixed(4)}`,
  );
  for (const failed of failuresOf(result)) console.log(`  ${failed}`);
  if (scores.some(({ score, lowest }) => score < lowest)) process.exitCode = 1;
  if (REPORTS !== undefined) writeFileSync(`${REPORTS}/lighthouse${path.replaceAll('/', '-')}.json`, JSON.stringify(result));
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
