/**
 * Sales of the treasury beside transfers, both by calls with checked signatures, from clients that wait for no other: `npm run bench:sales -- [seconds per
 * round] [rounds]`. If sales took turns, they would be a tenth of the transfers. Provider and clients share one process. Uses DATABASE_URL, whose role must be
 * able to create databases, or else its own PostgreSQL.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { bytesToHex, hashTypedData } from 'viem';

import { createProvider } from '../../provider/create-provider.ts';
import { createDatabase } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { defaultEconomy, validateEconomy } from '../../provider/economy.ts';
import { packageId } from '../../provider/modules/treasury/treasury-supply.ts';
import { describePackage } from '../../provider/modules/treasury/purchase-treasury.ts';
import { createLogger } from '../../provider/logging/create-logger.ts';
import { promises } from '../../provider/modules/promises.ts';
import { composeOrderIntent } from '../../src/lib/api/contract/order-intent.ts';
import { intentDomain } from '../../src/lib/api/contract/transfer-intent.ts';
import { pricesAtHand } from '../provider/price/prices-at-hand.ts';
import { createEmpty, onBenchServer, reportAudit } from './bench-server.ts';
import { measureConcurrently, median, reportRate } from './figures.ts';
import { pick, prepareSenders, type Sender, sign, type SignedTransfer, signTransfers } from './prepare-transfers.ts';

const CLIENTS = 64;
const SENDERS = 400;
const SITE_URL = 'https://jufi.example';
const SECONDS = Number(process.argv[2] ?? 10);
const ROUNDS = Number(process.argv[3] ?? 5);
/** More than any machine answers, so that signatures never run out. */
const MOST_A_SECOND = 1_000;

const economy = validateEconomy({ ...defaultEconomy, treasury: { ...defaultEconomy.treasury, maxMintingCapJuf: '1000000000000' } });

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const url = await createEmpty(serverUrl, 'jufi_bench_sales');
  const pool = createPool(url, { max: 4, statementTimeoutMs: 600_000 });
  const db = createDatabase(pool);
  await migrate(pool);
  const prices = pricesAtHand();
  prices.jufPrice = { price18: 5n * 10n ** 17n, at: new Date() };
  const provider = await createProvider({
    databaseUrl: url,
    siteUrl: SITE_URL,
    // Orders signed by keys don't query the chain.
    chainRpcUrl: 'http://127.0.0.1:9',
    environment: 'test',
    prices,
    economy,
    limits: { callsPerClient: 1e9 },
    log: createLogger({ level: 'error' }, { write: (line: string) => void process.stderr.write(line) }),
  });
  try {
    const senders = await prepareSenders(db, SENDERS);
    const request = async (path: string, { token, key, body }: SignedTransfer): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' };
      const response = await provider.fetch(new Request(`${SITE_URL}/api${path}`, { method: 'POST', headers, body }), {
        address: '127.0.0.1',
      });
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    };
    const figures = { transfers: [] as number[], sales: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const transfers = await signTransfers(senders, SECONDS * MOST_A_SECOND, SITE_URL);
      figures.transfers.push(await measure(transfers, (next) => request('/wallet/transfer', next)));
      figures.sales.push(
        await measure(signPurchases(senders, SECONDS * MOST_A_SECOND), (next) => request('/sales/purchaseTreasury', next)),
      );
    }
    reportRate(`transfers, ${CLIENTS} clients`, figures.transfers, []);
    reportRate(`sales, ${CLIENTS} clients`, figures.sales, []);
    const ratio = median(figures.sales) / median(figures.transfers);
    console.log(`sales, of transfers: ${ratio.toFixed(2)}`);
    await reportAudit(db, promises);
  } finally {
    await provider.close();
    await pool.end();
  }
}

async function measure(orders: SignedTransfer[], send: (next: SignedTransfer) => Promise<void>): Promise<number> {
  const { rate } = await measureConcurrently(CLIENTS, SECONDS, async () => {
    const next = orders.pop();
    if (next === undefined) throw new Error('the signatures ran out; the figure would be too low');
    await send(next);
    return true;
  });
  return rate;
}

/** Signed beforehand, as transfers are. */
function signPurchases(senders: readonly Sender[], count: number): SignedTransfer[] {
  const domain = intentDomain(SITE_URL, 210_000);
  const order = { treasuryId: packageId('SEED'), amount: economy.treasury.minUsdt, maxPrice: '1', insured: false };
  const item = describePackage(order, economy);
  const deadline = Math.floor(Date.now() / 1_000) + 590;
  return Array.from({ length: count }, (_, index): SignedTransfer => {
    const { member, token, privateKey } = pick(senders, index);
    const nonce = bytesToHex(randomBytes(32));
    const intent = { ...item, maxTotal: order.amount, member: member.address, nonce, deadline };
    const signature = sign(hashTypedData(composeOrderIntent(domain, intent)), privateKey);
    return { token, key: randomUUID(), body: JSON.stringify({ ...order, intent: { maxTotal: order.amount, nonce, deadline, signature } }) };
  });
}
