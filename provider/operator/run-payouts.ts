import { sql } from 'drizzle-orm';
import { createServer, type IncomingMessage } from 'node:http';
import { systemClock } from '../../src/lib/clock.ts';
import { createClockWatch } from '../clock-watch.ts';
import { watchContracts } from '../contracts/watch-contracts.ts';
import type { Database } from '../db/database.ts';
import { clientAddress } from '../http/client-address.ts';
import { isAmbiguous } from '../http/guarded-server.ts';
import { createLogger } from '../logging/create-logger.ts';
import { mayReadMetrics, type MetricsAccess } from '../metrics/create-metrics.ts';
import { formatMetrics, gauge } from '../metrics/format-metrics.ts';
import { readOrderGauges } from '../metrics/read-order-gauges.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { createExecutorChain } from '../payouts/executor-chain.ts';
import { createExecutor, type RunningExecutor, startExecutor } from '../payouts/start-executor.ts';
import { takeVaultKey } from '../payouts/vault-key.ts';
import { watchReconciliation } from '../reconciliation/unreconciled.ts';
import type { ProviderSettings } from '../settings.ts';
import { inTokens } from '../token-amounts.ts';
import { listen, type Listening, stopSignal } from './listen.ts';
import { withDatabase } from './with-database.ts';

/** There is a turn every second; one may take longer while a node is slow. */
const TURN_WITHIN_SECONDS = 60;
const NOT_THERE: Reply = { status: 404, type: 'text/plain', body: 'Not Found\n' };

/** Runs the executor in its own process until it's stopped. The only port it opens is that of its health endpoint, if set. */
export async function runPayouts(settings: ProviderSettings): Promise<void> {
  const { databaseUrl, chainRpcUrl: rpcUrl, vault, environment, logLevel } = settings;
  const account = takeVaultKey(process.env, environment === 'production');
  if (account === undefined) throw new OperatorMistake('Set OPERATOR_KEY_FILE or OPERATOR_KEY to the key that pays.');
  if (vault === undefined) throw new OperatorMistake('VAULT_ADDRESS must name the vault that pays.');
  const log = createLogger({ name: 'payouts', level: logLevel });
  await withDatabase(databaseUrl, async (database) => {
    await requireTables(database);
    const chain = createExecutorChain({ rpcUrl, vault });
    const executor = createExecutor({ database, chain, account, clock: systemClock, log });
    const contracts = await watchContracts({ database, vault, rpcUrl, log });
    const reconciliation = watchReconciliation({ database, rpcUrl, vault, log });
    const clock = createClockWatch({ database, log });
    const running = startExecutor(
      executor,
      async () => (await clock.isRight()) && (await contracts.areRight()) && (await reconciliation.isReconciled()),
    );
    log.info({ executor: account.address, vault: vault.address }, 'carries out the vault’s orders');
    try {
      const readGas = async (): Promise<number> =>
        Number(inTokens(await chain.balanceAt(account.address, (await chain.view()).head), 'JU'));
      const health = await openHealth(settings, { executor: running, readGas, database });
      await Promise.race([stopSignal(), ...(health === undefined ? [] : [health.failed])]);
      await health?.stop();
    } finally {
      await running.stop();
    }
  });
}

async function openHealth(
  { payouts: { host, port }, metricsToken: token, environment }: ProviderSettings,
  parts: Pick<PayoutsHealthOptions, 'executor' | 'readGas' | 'database'>,
): Promise<Listening | undefined> {
  if (port === undefined) return undefined;
  return servePayoutsHealth({ ...parts, host, port, metricsAccess: { token, loopback: environment !== 'production' } });
}

/** This process may not create them. */
async function requireTables(database: Database): Promise<void> {
  const { rows } = await database.execute<{ there: boolean }>(
    sql`select to_regclass('unknown_deed') is not null
           and exists (select from pg_attribute where attrelid = to_regclass('operator_lease') and attname = 'turned_at') as there`,
  );
  if (rows[0]?.there !== true)
    throw new OperatorMistake('The database isn’t at this version yet. Start this version’s provider first, or run `migrate`.');
}

interface PayoutsHealthOptions {
  executor: Pick<RunningExecutor, 'lastTurn'>;
  /** The JU that the vault's operator has for gas. */
  readGas: () => Promise<number>;
  database: Database;
  host: string;
  port: number;
  metricsAccess: MetricsAccess;
}

interface Reply {
  status: number;
  type: string;
  body: string;
}

/** Serves the payout process's liveness, readiness and metrics to monitoring. Read-only. */
export async function servePayoutsHealth(options: PayoutsHealthOptions): Promise<Listening> {
  const { host, port } = options;
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 8_192 }, (request, response) => {
    void answer(options, request).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  server.maxConnections = 32;
  return listen(server, { hostName: 'PAYOUTS_HOST', portName: 'PAYOUTS_PORT', host, port });
}

async function answer(options: PayoutsHealthOptions, request: IncomingMessage): Promise<Reply> {
  if (isAmbiguous(request)) return { status: 400, type: 'text/plain', body: 'Bad Request\n' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, type: 'text/plain', body: 'Method Not Allowed\n' };
  switch (request.url) {
    case '/api/live':
      return { status: 200, type: 'application/json', body: '{"status":"UP"}\n' };
    case '/api/ready':
      return ready(options);
    case '/api/metrics':
      return mayReadMetrics(options.metricsAccess, headersOf(request), clientAddress(request, 0)) ? metrics(options) : NOT_THERE;
    default:
      return NOT_THERE;
  }
}

function ready({ executor }: PayoutsHealthOptions): Reply {
  const last = executor.lastTurn();
  const isReady = last !== null && last.ageSeconds <= TURN_WITHIN_SECONDS;
  const body = { turn: last?.turn ?? null, ageSeconds: last === null ? null : Math.round(last.ageSeconds) };
  return { status: isReady ? 200 : 503, type: 'application/json', body: `${JSON.stringify(body)}\n` };
}

/** Sources that don't answer are left out. */
async function metrics({ executor, readGas, database }: PayoutsHealthOptions): Promise<Reply> {
  const last = executor.lastTurn();
  const [orders, gas] = await Promise.allSettled([readOrderGauges(database), readGas()]);
  const families = [
    gauge('jufi_up', 'Whether a part answers: 1 or 0.', [
      { labels: { part: 'database' }, value: orders.status === 'fulfilled' ? 1 : 0 },
      { labels: { part: 'chain' }, value: gas.status === 'fulfilled' ? 1 : 0 },
    ]),
    ...(last === null ? [] : [gauge('jufi_payouts_own_turn_age_seconds', 'Since this process last took its turn.', last.ageSeconds)]),
    gauge('jufi_payouts_signs', 'Whether this process signs, and no other: 1 or 0.', last === null || last.turn === 'ELSEWHERE' ? 0 : 1),
    ...(gas.status === 'fulfilled' ? [gauge('jufi_operator_gas', 'What this process’s operator has for gas, in JU.', gas.value)] : []),
    ...(orders.status === 'fulfilled' ? orders.value : []),
  ];
  return { status: 200, type: 'text/plain; version=0.0.4', body: formatMetrics(families) };
}

function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
  );
}
