import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { productChain } from '../src/lib/chain/product-chain.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { PublishedReserves } from '../src/lib/reserves/reserves.ts';
import { createApp } from './app.ts';
import { openChainNodes } from './chain-nodes.ts';
import { createChainReader } from './chain-reader.ts';
import { createClockWatch } from './clock-watch.ts';
import { type ContractWatch, watchContracts } from './contracts/watch-contracts.ts';
import { createDatabase, type Database } from './db/database.ts';
import { firstDatabaseUrl } from './db/database-address.ts';
import { MigrationError } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { ownsTables } from './db/roles.ts';
import { writeDevelopmentContent } from './development/write-development-content.ts';
import { type Economy, validateEconomy } from './economy.ts';
import { calls, handlers } from './handlers.ts';
import type { Handler } from './http/handler.ts';
import { loadMessages } from './http/answer.ts';
import { createRouteTable } from './http/serve-call.ts';
import { withDeadline } from './http/with-deadline.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { findSession } from './modules/account/sessions.ts';
import { signInSite } from './modules/account/sign-in-message.ts';
import { createLogger } from './logging/create-logger.ts';
import { openPriceSource, type PriceFeed } from './price/price-source.ts';
import { prepareDatabase, requirePrepared } from './prepare-database.ts';
import type { OpenOptions, ProviderOptions } from './provider-options.ts';
import { defaultLimits, type ProcessServices } from './provider-services.ts';
import { createVaultView, readReserves, type VaultView } from './solvency/vault-view.ts';
import { startBackground } from './start-background.ts';
import { createTermsBook, underTerms } from './terms/terms-book.ts';
import { createPushReach } from './push/push-reach.ts';
import type { CallDefinition } from '../src/lib/api/contract/define-call.ts';

/**
 * The caller. Without an address it is the site itself, reading for a page that is rendered for everyone, so it isn't subject to a client's
 * limits.
 */
export interface Client {
  address: string | null;
}

export interface Provider {
  fetch(request: Request, client: Client): Promise<Response>;
  /** Debts and the holdings that cover them, for the public; null if there is no vault or its state is unknown. */
  reserves(): Promise<PublishedReserves | null>;
  close(): Promise<void>;
}

export async function createProvider(given: ProviderOptions): Promise<Provider> {
  const log = given.log ?? createLogger({ name: 'provider' });
  const nodes = openChainNodes(given.chainRpcUrl, (node, state) => log.warn({ node, state }, 'a chain node changed'));
  const options: OpenOptions = { ...given, nodes };
  const wanted = options.economy === undefined ? undefined : validateEconomy(options.economy);
  const messages = await loadMessages();
  const pool = openPool(options, log);
  const services = servicesOf(options, createDatabase(pool), log);
  const contracts = await openDatabase(options, services, wanted).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const metrics = createMetrics();
  const app = createApp({
    services,
    findSession,
    routes: createRouteTable(calls, (name) => handlerOf(name)),
    messages,
    corsOrigins: options.corsOrigins ?? [],
    deadlineMs: options.deadlineMs ?? 15_000,
    metrics,
    metricsAccess: { token: options.metricsToken, loopback: options.environment !== 'production' },
  });
  const view = vaultViewOf(options);
  // Separate connections, so that jobs, deposits and payouts continue whatever calls do to the others.
  const backgroundPool = openPool(options, log, BACKGROUND_CONNECTIONS);
  const endPools = (): Promise<unknown> => Promise.all([pool.end(), backgroundPool.end()]);
  const background = await startBackground(options, servicesOn(createDatabase(backgroundPool), services, options), {
    metrics,
    view,
    contracts,
  }).catch(async (error: unknown) => {
    await endPools();
    throw error;
  });
  return {
    fetch: async (request, client) => app.fetch(request, { clientAddress: client.address }),
    reserves: () => (view === null ? Promise.resolve(null) : readReserves(services.database, view, services.clock())),
    close: async () => {
      await background.stop();
      // The pool waits for its connections; one whose database never responds must not keep the process alive.
      await withDeadline(endPools(), CLOSE_WITHIN_MS).catch(() => log.warn('left database connections behind that did not end'));
    },
  };
}

function openPool({ databaseUrl, openPool: open = createPool }: OpenOptions, log: Logger, max?: number): Pool {
  return open(databaseUrl, {
    ...(max === undefined ? {} : { max }),
    connectTimeoutMs: 5_000,
    // Whoever asks next tells of an outage.
    onIdleError: () => log.debug('an idle database connection was lost'),
  });
}

function servicesOf(options: OpenOptions, database: Database, log: Logger): ProcessServices {
  const clock = options.clock ?? systemClock;
  return {
    database,
    clock,
    chain: createChainReader(options.nodes, options.chainTimeoutMs),
    nodes: options.nodes,
    clockWatch: createClockWatch({ database, log, clock: options.machineClock }),
    prices: options.prices ?? pricesOf(options, { database, clock }),
    site: signInSite(options.siteUrl, productChain.id),
    tokenAddresses: tokenAddressesOf(options),
    vault: options.vault ?? null,
    push: options.push === undefined ? null : { keys: options.push, reach: options.pushReach ?? createPushReach(options.pushServices) },
    terms: createTermsBook(),
    limits: { ...defaultLimits, ...options.limits },
    log,
    pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
}

/**
 * Sees that the database is at this version, and compares the contracts with those that it knows. A process whose role owns the tables, or that is given
 * their owner, prepares it by itself, which production refuses: what faces the internet may not alter tables.
 */
async function openDatabase(
  options: OpenOptions,
  services: ProcessServices,
  wanted: Economy | undefined,
): Promise<ContractWatch | undefined> {
  const { databaseUrl, environment } = options;
  const wantsContent = wantsDevelopmentContent(options);
  const isOwner = options.ownerUrl === undefined && (await ownsTables(services.database));
  const ownerUrl = isOwner ? databaseUrl : options.ownerUrl;
  if (isOwner && environment === 'production') {
    throw new MigrationError(
      'MIGRATION_BY_OWNER',
      'The role of DATABASE_URL owns JuFi’s tables, so whoever breaks into this process could change them: run `migrate` and `server-role` with it, and start with the DATABASE_URL that `server-role` prints.',
    );
  }
  if (ownerUrl === undefined) await requirePrepared(services.database);
  else {
    const serverRole = isOwner ? undefined : decodeURIComponent(firstDatabaseUrl(databaseUrl).username);
    const hasQueue = options.jobs ?? environment !== 'test';
    await prepareDatabase({
      ownerUrl,
      serverRole,
      hasQueue,
      isProduction: environment === 'production',
      economy: wanted,
      clock: services.clock,
      log: services.log,
    });
  }
  const contracts = await openContracts(options, services);
  if (ownerUrl !== undefined && wantsContent) await fillWithContent(ownerUrl, options, services);
  return contracts;
}

async function fillWithContent(ownerUrl: string, { chainRpcUrl }: OpenOptions, services: ProcessServices): Promise<void> {
  const pool = createPool(ownerUrl);
  try {
    await writeDevelopmentContent(await underTerms({ ...services, database: createDatabase(pool) }), firstOf(chainRpcUrl));
  } finally {
    await pool.end();
  }
}

async function openContracts(
  options: OpenOptions,
  { database, log, clock: now }: Pick<ProcessServices, 'database' | 'log' | 'clock'>,
): Promise<ContractWatch | undefined> {
  const { vault, nodes: rpcUrl, chainTimeoutMs: timeoutMs, checksContracts = options.environment !== 'test' } = options;
  if (vault === undefined || !checksContracts) return undefined;
  return watchContracts({ database, vault, rpcUrl, log, now, timeoutMs });
}

const CLOSE_WITHIN_MS = 5_000;
const BACKGROUND_CONNECTIONS = 4;

function servicesOn(database: Database, services: ProcessServices, options: OpenOptions): ProcessServices {
  const prices = options.prices ?? pricesOf(options, { ...services, database });
  const clockWatch = createClockWatch({ database, log: services.log.child({ part: 'background' }), clock: options.machineClock });
  return { ...services, database, prices, clockWatch };
}

function vaultViewOf({ vault, nodes: rpcUrl, chainTimeoutMs: timeoutMs }: OpenOptions): VaultView | null {
  return vault === undefined ? null : createVaultView({ rpcUrl, vault, timeoutMs });
}

function pricesOf(options: OpenOptions, { database, clock }: Pick<ProcessServices, 'database' | 'clock'>): PriceFeed {
  const { exchange, nodes: rpcUrl, chainTimeoutMs } = options;
  return openPriceSource({ exchange, database, clock, rpcUrl, chainTimeoutMs });
}

function tokenAddressesOf({ exchange, vault }: ProviderOptions): ProcessServices['tokenAddresses'] {
  const tokens = exchange?.tokens ?? vault?.tokens;
  return { JU: null, JUF: tokens?.juf ?? null, USDT: tokens?.usdt ?? null };
}

function firstOf(addresses: string | readonly string[]): string {
  return typeof addresses === 'string' ? addresses : (addresses[0] ?? '');
}

function wantsDevelopmentContent({ environment, developmentContent }: ProviderOptions): boolean {
  if (environment !== 'production') return developmentContent ?? environment === 'development';
  if (developmentContent === true) throw new Error('development content is never written in production');
  return false;
}

/** The pipeline handles all calls alike; where `handlers` is defined, the compiler has checked that name and handler match. */
function handlerOf(name: string): Handler<CallDefinition> {
  return (handlers as Record<string, unknown>)[name] as Handler<CallDefinition>;
}
