import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePayoutsHealth } from '../../../provider/operator/run-payouts.ts';
import { startExecutor } from '../../../provider/payouts/start-executor.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { openProvider } from '../start-provider.ts';
import { newPerson } from '../wallet/transfers.ts';
import { openPayouts, type Payouts, pendingPayout } from '../payouts/open-payouts.ts';

const TOKEN = 'a-token-of-the-scraper';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
  // The database's clock tells how long an order waits: it was made 100 seconds ago.
  const { provider, prices } = payouts;
  provider.time.now = new Date(Date.now() - 100_000);
  prices.juPrice = { at: provider.time.now, price18: 10n ** 17n };
});
afterAll(() => payouts.stop());

async function scrapeProvider(): Promise<string> {
  return (await payouts.provider.raw(new Request('https://jufi.example/api/metrics'), '127.0.0.1')).text();
}

function valueIn(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1).replace('+Inf', 'Infinity'));
}

it('reports which orders wait and for how long, the operator’s gas, and what each pool has promised', async () => {
  const before = await scrapeProvider();
  expect(valueIn(before, 'jufi_orders_waiting{kind="PAYOUT"}')).toBe(0);
  expect(valueIn(before, 'jufi_payouts_turn_age_seconds')).toBeUndefined();
  const ada = await newPerson(payouts.provider);
  await payouts.deposit(ada, 'JU', '100');
  await payouts.mine(3);
  await pendingPayout(payouts, ada, { to: ada, name: ada.wallet.address, walletType: 'JU', amount: '10' });
  const { raw } = await startTwin();
  expect(valueIn(raw, 'jufi_orders_waiting{kind="PAYOUT"}')).toBe(1);
  expect(valueIn(raw, 'jufi_orders_waiting{kind="MINT"}')).toBe(0);
  expect(valueIn(raw, 'jufi_orders_oldest_age_seconds{kind="PAYOUT"}')).toBeGreaterThanOrEqual(100);
  expect(valueIn(raw, 'jufi_operator_gas')).toBeGreaterThan(0);
  expect(valueIn(raw, 'jufi_promised{account="PAYOUT_IN_TRANSIT",token="JU"}')).toBe(10.1);
  expect(valueIn(raw, 'jufi_account_balance{account="PAYOUT_IN_TRANSIT",token="JU"}')).toBe(10.1);
});

/** Pool figures are cached for a while, so they are read by another process of the same database. */
async function startTwin(): Promise<{ raw: string }> {
  const twin = await openProvider({ databaseUrl: payouts.provider.databaseUrl, vault: developmentVault, chainRpcUrl: payouts.node.url });
  try {
    return { raw: await (await twin.raw(new Request('https://jufi.example/api/metrics'), '127.0.0.1')).text() };
  } finally {
    await twin.stop();
  }
}

it('the payout process says on its port whether it takes its turns, and nothing to whom its figures are not for', async () => {
  let mayAct = false;
  const running = startExecutor(payouts.executor(), () => Promise.resolve(mayAct));
  const health = await servePayoutsHealth({
    executor: running,
    readGas: () => Promise.resolve(1.5),
    database: payouts.database,
    host: '127.0.0.1',
    port: 0,
    metricsAccess: { token: TOKEN, loopback: false },
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${health.port}${path}`, { headers });
  try {
    expect((await get('/api/live')).status).toBe(200);
    expect((await get('/api/ready')).status).toBe(503);
    mayAct = true;
    await expect.poll(async () => (await get('/api/ready')).status, { timeout: 20_000 }).toBe(200);
    expect(await (await get('/api/ready')).json()).toMatchObject({ turn: expect.stringMatching(/IDLE|BUSY/) as string });
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) expect((await get('/api/metrics', headers)).status).toBe(404);
    const figures = await (await get('/api/metrics', { authorization: `Bearer ${TOKEN}` })).text();
    expect(valueIn(figures, 'jufi_payouts_signs')).toBe(1);
    expect(valueIn(figures, 'jufi_operator_gas')).toBe(1.5);
    expect(valueIn(figures, 'jufi_payouts_own_turn_age_seconds')).toBeLessThan(60);
    expect(valueIn(figures, 'jufi_payouts_turn_age_seconds')).toBeLessThan(60);
    expect(valueIn(await scrapeProvider(), 'jufi_payouts_turn_age_seconds')).toBeLessThan(60);
    expect((await get('/')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${health.port}/api/live`, { method: 'POST' })).status).toBe(405);
  } finally {
    await health.stop();
    await running.stop();
  }
});

it('the payout process takes its turns again after it could not be found out whether it may', async () => {
  let asked = 0;
  const running = startExecutor(payouts.executor(), () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('the database is away')) : Promise.resolve(true);
  });
  try {
    await expect.poll(() => running.lastTurn()?.turn, { timeout: 20_000 }).toMatch(/IDLE|BUSY/);
  } finally {
    await running.stop();
  }
});

it('reports a taken port in one line', async () => {
  const first = await serve(0);
  try {
    await expect(serve(first.port)).rejects.toThrow(/^PAYOUTS_PORT \d+ on 127\.0\.0\.1 is taken by another program/);
  } finally {
    await first.stop();
  }
});

function serve(port: number) {
  const parts = { executor: { lastTurn: () => null }, readGas: () => Promise.resolve(0), database: payouts.database };
  return servePayoutsHealth({ ...parts, host: '127.0.0.1', port, metricsAccess: { token: undefined, loopback: true } });
}
