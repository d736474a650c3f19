import { createDatabase } from '../../../provider/db/database.ts';
import { expect, it } from 'vitest';
import { countDurations } from '../../../provider/metrics/create-metrics.ts';
import { formatMetrics } from '../../../provider/metrics/format-metrics.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { recordAudit } from '../../../provider/jobs/record-audit.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { signIn } from '../sign-in.ts';
import { composeRequest, SITE_URL, startProvider, type TestProvider } from '../start-provider.ts';

const TOKEN = 'a-token-of-the-scraper';

async function scrape({ raw }: TestProvider, headers: Record<string, string> = {}, address = '127.0.0.1'): Promise<Response> {
  return raw(new Request(`${SITE_URL}/api/metrics`, { headers }), address);
}

/** The value of one line, by its exact name and labels. */
async function valueOf(provider: TestProvider, line: string): Promise<number | undefined> {
  const text = await (await scrape(provider)).text();
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1).replace('+Inf', 'Infinity'));
}

it('formatMetrics writes the text format, with everything escaped', () => {
  const samples = [{ labels: { a: 'x"y\\z\n' }, value: 1.5 }, { value: 2 }];
  expect(formatMetrics([{ name: 'some_total', help: 'One.\nTwo \\', type: 'counter', samples }])).toBe(
    '# HELP some_total One.\\nTwo \\\\\n# TYPE some_total counter\nsome_total{a="x\\"y\\\\z\\n"} 1.5\nsome_total 2\n',
  );
});

it('counts durations in cumulative buckets', () => {
  const counter = countDurations('d', 'D.', [0.1, 1]);
  for (const seconds of [0.1, 0.5, 3]) counter.observe({ call: 'a' }, seconds);
  counter.observe({ call: 'b' }, 0);
  expect(formatMetrics([counter.family()]).split('\n').slice(2)).toEqual([
    'd_bucket{call="a",le="0.1"} 1',
    'd_bucket{call="a",le="1"} 2',
    'd_bucket{call="a",le="+Inf"} 3',
    'd_sum{call="a"} 3.6',
    'd_count{call="a"} 3',
    'd_bucket{call="b",le="0.1"} 1',
    'd_bucket{call="b",le="1"} 1',
    'd_bucket{call="b",le="+Inf"} 1',
    'd_sum{call="b"} 0',
    'd_count{call="b"} 1',
    '',
  ]);
});

it('the metrics show this machine its work, and nothing about members or their input', async () => {
  const provider = await startProvider();
  const { token, id, wallet } = await signIn(provider);
  await provider.call('userInfo', { token });
  await provider.send('GET', '/profile/userInfo');
  await provider.send('GET', `/nowhere/${id}`, { query: { secret: 'hunter2' } });
  const answer = await scrape(provider);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  expect(text).toContain('jufi_request_duration_seconds_count{call="GET /profile/userInfo",status="200"} 1\n');
  expect(text).toContain('jufi_request_duration_seconds_count{call="GET /profile/userInfo",status="401"} 1\n');
  expect(text).toContain('jufi_request_duration_seconds_count{call="unknown path",status="404"} 1\n');
  for (const secret of [token, id, wallet.address, 'hunter2', '/nowhere']) expect(text).not.toContain(secret);
  expect(text).toContain('jufi_up{part="database"} 1\n');
  expect(text).toContain('jufi_up{part="chain"} 1\n');
  expect(text).toMatch(/^jufi_database_connections\{state="busy"\} \d+$/m);
});

it('the metrics show how old the audit, the price and the chain are', async () => {
  const prices = pricesAtHand();
  const provider = await startProvider({ prices });
  prices.jufPrice = { price18: 1n, at: new Date(provider.time.now.getTime() - 30_000) };
  expect(await valueOf(provider, 'jufi_ledger_audit_age_seconds')).toBeUndefined();
  const pool = createPool(provider.databaseUrl, { max: 1 });
  await recordAudit(createDatabase(pool), provider.time.now);
  await pool.end();
  provider.time.advance(60_000);
  expect(await valueOf(provider, 'jufi_ledger_audit_age_seconds')).toBe(60);
  expect(await valueOf(provider, 'jufi_ledger_sound')).toBe(1);
  expect(await valueOf(provider, 'jufi_price_age_seconds{token="JUF"}')).toBe(90);
  expect(await valueOf(provider, 'jufi_price_age_seconds{token="JU"}')).toBe(Infinity);
  expect(await valueOf(provider, 'jufi_chain_head_age_seconds')).toBeGreaterThanOrEqual(0);
  prices.unavailable = 'STALE';
  expect(await valueOf(provider, 'jufi_price_age_seconds{token="JUF"}')).toBe(90);
});

it('the metrics show whether anything can be sold at the prices, and whether the terms can be exploited at them', async () => {
  const prices = pricesAtHand();
  const provider = await startProvider({ prices });
  expect(await valueOf(provider, 'jufi_price_usable{token="JUF"}')).toBe(0);
  expect(await valueOf(provider, 'jufi_terms_findings')).toBeUndefined();
  const priceOf = (cents: bigint) => ({ price18: cents * 10n ** 16n, at: provider.time.now });
  [prices.jufPrice, prices.juPrice] = [priceOf(42n), priceOf(8n)];
  expect(await valueOf(provider, 'jufi_price_usable{token="JUF"}')).toBe(1);
  expect(await valueOf(provider, 'jufi_terms_findings')).toBe(0);
  prices.unavailable = 'WINDOWS_APART';
  expect(await valueOf(provider, 'jufi_price_usable{token="JU"}')).toBe(0);
  // At ten times the price, the privileges of all four roles are worth more than a stake of their cost.
  prices.jufPrice = priceOf(420n);
  expect(await valueOf(provider, 'jufi_terms_findings')).toBe(4);
});

it('the metrics still respond when database and chain don’t', async () => {
  const provider = await startProvider({ chainRpcUrl: 'http://127.0.0.1:1' });
  await provider.pool.query('alter table ledger_audit_run rename to elsewhere');
  expect(await valueOf(provider, 'jufi_up{part="database"}')).toBe(0);
  expect(await valueOf(provider, 'jufi_up{part="chain"}')).toBe(0);
});

it.each([
  ['another machine', {}, '203.0.113.7'],
  ['another machine of an IPv6 network', {}, '2001:db8::1'],
  ['somebody behind a proxy of this machine', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  ['somebody behind a proxy that says so in its own way', { forwarded: 'for=203.0.113.7' }, '::1'],
  ['a wrong token', { authorization: 'Bearer wrong' }, '203.0.113.7'],
  ['a wrong token on this machine', { authorization: 'Bearer wrong' }, '127.0.0.1'],
  ['this machine without the token', {}, '127.0.0.1'],
])('the metrics are hidden from %s', async (_who, headers, address) => {
  const provider = await startProvider({ metricsToken: TOKEN });
  const answer = await scrape(provider, headers, address);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('jufi_');
});

it('the metrics can be read from anywhere with the token', async () => {
  const provider = await startProvider({ metricsToken: TOKEN });
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' };
  expect((await scrape(provider, headers, '203.0.113.7')).status).toBe(200);
  expect((await provider.raw(composeRequest('POST', '/metrics', { headers, body: {} }))).status).toBe(405);
});

it('the metrics always require the token in production, since everyone behind a local proxy may look like this machine', async () => {
  const provider = await startProvider({ environment: 'production', jobs: false });
  expect((await scrape(provider)).status).toBe(404);
  expect((await scrape(provider, { authorization: 'Bearer ' })).status).toBe(404);
});
