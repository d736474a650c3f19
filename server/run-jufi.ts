import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, multistream, pino } from 'pino';
import type { LocalAccount } from 'viem';
import { createNodeClient } from '../chain/node-client.ts';
import { roleAccount } from '../chain/role-accounts.ts';
import { startMarket } from '../chain/start-market.ts';
import type { Log } from '../processes/child-process.ts';
import { isPortFree } from '../processes/find-free-port.ts';
import { SetupError } from '../processes/setup-error.ts';
import type { Provider } from '../provider/create-provider.ts';
import { withDeadline } from '../provider/http/with-deadline.ts';
import { createLogger } from '../provider/logging/create-logger.ts';
import { productChain } from '../src/lib/chain/product-chain.ts';
import { systemClock } from '../src/lib/clock.ts';
import { lockData } from './data-lock.ts';
import type { Parts } from './parts.ts';
import { type ReadReserves, reservesReader } from './read-reserves.ts';
import type { Settings } from './settings.ts';
import { startChain } from './start-chain.ts';
import { shownDatabase, startDatabase, type StartedDatabase } from './start-database.ts';

export interface SiteContext {
  settings: Settings;
  provider: Provider | undefined;
  reserves: ReadReserves;
  parts: Parts;
  log: Logger;
}

/** How the site is served: as built, or by Astro's development server. */
export interface SiteKind {
  /** Runs before anything is started; may take a minute. */
  prepare(settings: Settings, signal: AbortSignal, log: Logger): Promise<void>;
  serve(context: SiteContext): Promise<void>;
}

interface RunOptions {
  settings: Settings;
  /** The key that pays out of the vault; the embedded chain has its own. */
  payoutAccount: LocalAccount | undefined;
  kind: SiteKind;
  parts: Parts;
  say: Log;
  /** Called when a part dies after the start. */
  fail: (error: SetupError) => void;
  signal: AbortSignal;
}

/** Starts everything in order and returns when all parts respond. */
export async function runJufi({ settings, payoutAccount, kind, parts, say, fail, signal }: RunOptions): Promise<void> {
  const lock = lockData(settings.dataFolder, settings.siteUrl);
  parts.add('lock', () => lock.release());
  const { log, file } = createLogging(settings, lock.folder);
  await requireFreePort(settings);
  await kind.prepare(settings, signal, log);
  signal.throwIfAborted();
  say(settings.databaseUrl === undefined ? 'Starting the database …' : 'Connecting to the database …');
  const database = settings.embeddedProvider
    ? await startDatabase({ databaseUrl: settings.databaseUrl, folder: join(lock.folder, 'postgres'), parts, log, fail })
    : undefined;
  signal.throwIfAborted();
  await startOrCheckChain({ settings, dataFolder: lock.folder, parts, say, log, fail });
  signal.throwIfAborted();
  const provider = database === undefined ? undefined : await startProvider({ settings, payoutAccount, database, log });
  if (provider !== undefined) parts.add('provider', () => provider.close());
  signal.throwIfAborted();
  await kind.serve({ settings, provider, reserves: reservesReader(settings, provider), parts, log });
  await requireAnswer(settings);
  say(addressBlock({ settings, databaseUrl: database?.ownerUrl ?? database?.databaseUrl, dataFolder: lock.folder, logFile: file }));
}

async function requireFreePort({ host, port }: Settings): Promise<void> {
  if (!(await isPortFree(port, host))) {
    throw new SetupError(
      'PORT_TAKEN',
      `PORT ${port} on ${host} is taken by another program: end that program, or start with PORT set to a free port.`,
    );
  }
}

interface ChainStep {
  settings: Settings;
  dataFolder: string;
  parts: Parts;
  say: Log;
  log: Logger;
  fail: (error: SetupError) => void;
}

async function startOrCheckChain({ settings, dataFolder, parts, say, log, fail }: ChainStep): Promise<void> {
  const { chain } = settings;
  if (chain.embedded) {
    say('Starting the chain. The first time, it first trades through 120 days of its past …');
    await startChain({ port: chain.port, folder: join(dataFolder, 'chain'), dataFolder, clock: systemClock, parts, say, log, fail });
    if (chain.hasMarket) {
      const market = startMarket({ url: chain.rpcUrl, log: (line) => log.info({ part: 'market' }, line) });
      parts.add('market', () => market.stop());
    }
    return;
  }
  await checkNode(chain.rpcUrl, 'PUBLIC_CHAIN_RPC_URL', say);
  const others = settings.chainRpcUrls.filter((url) => url !== chain.rpcUrl);
  await Promise.all(others.map((url) => checkNode(url, `${shownNode(url)} of CHAIN_RPC_URLS`, say)));
}

const NODE_PATIENCE_MS = 5_000;

/** An unreachable node may be back by the time it's needed; a node of another chain never becomes the right one. */
async function checkNode(url: string, name: string, say: Log): Promise<void> {
  const chainId = await withDeadline(createNodeClient(url).call('eth_chainId'), NODE_PATIENCE_MS).catch(() => undefined);
  if (chainId === undefined) say(`The chain at ${name} isn’t answering. Whatever needs it will say so until it does.`);
  else if (chainId !== productChain.hexId) {
    throw new SetupError('WRONG_CHAIN', `${name} points to a chain with ID ${Number(chainId)}, but JuFi needs ${productChain.id}.`);
  }
}

/** Without user, path and query, which may contain access keys. */
function shownNode(url: string): string {
  return new URL(url).origin;
}

async function startProvider({
  settings,
  payoutAccount,
  database,
  log,
}: Pick<RunOptions, 'settings' | 'payoutAccount'> & { database: StartedDatabase; log: Logger }): Promise<Provider> {
  // Imported only now, because that takes a second: mistakes in settings, ports or data are reported without the wait.
  const { createProvider } = await import('../provider/create-provider.ts');
  return createProvider({
    ...database,
    siteUrl: settings.siteUrl,
    chainRpcUrl: settings.chainRpcUrls,
    exchange: settings.exchange,
    vault: settings.vault,
    payoutAccount: settings.chain.embedded ? roleAccount('operator') : payoutAccount,
    environment: settings.environment,
    metricsToken: settings.metricsToken,
    push: settings.push,
    pushServices: settings.pushServices,
    limits: settings.limits,
    log: log.child({ part: 'provider' }),
  });
}

async function requireAnswer({ host, port, embeddedProvider }: Settings): Promise<void> {
  const base = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
  for (const path of ['/', ...(embeddedProvider ? ['/api/health'] : [])]) {
    const { status, body } = await fetch(`${base}${path}`, { redirect: 'manual' });
    // An unread body keeps its connection open, which would delay a stop.
    await body?.cancel();
    if (status >= 500) throw new SetupError('SITE_FAILS', `The site answers ${path} with status ${status}: the log says why.`);
  }
}

interface AddressBlockOptions {
  settings: Settings;
  databaseUrl: string | undefined;
  dataFolder: string;
  logFile: string | undefined;
}

/** The addresses of all parts, without secrets. */
function addressBlock({ settings, databaseUrl, dataFolder, logFile }: AddressBlockOptions): string {
  const { siteUrl, chain, baked } = settings;
  const ownApi = settings.embeddedProvider ? undefined : baked['PUBLIC_API_URL'];
  const passwordPlace = settings.databaseUrl === undefined ? `   password in ${dataFolder}/postgres/password` : '';
  const rows: [string, string | undefined][] = [
    ['Site', siteUrl],
    ['API', ownApi ?? `${siteUrl}/api`],
    ['Reference', ownApi === undefined ? `${siteUrl}/api/docs   ${siteUrl}/api/openapi.json` : undefined],
    ['Chain', `${chain.rpcUrl}   id ${productChain.id}`],
    ['Database', databaseUrl === undefined ? undefined : `${shownDatabase(databaseUrl)}${passwordPlace}`],
    ['Data', dataFolder],
    ['Log', logFile],
  ];
  const lines = rows.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name.padEnd(10)} ${text}`]));
  return ['', 'JuFi is ready. Stop it with Ctrl-C.', '', ...lines, ''].join('\n');
}

interface Logging {
  log: Logger;
  /** `undefined` if the log goes to standard output. */
  file: string | undefined;
}

const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

/** In production to standard output, for log collectors; otherwise to a file, so that the terminal stays readable. */
function createLogging({ environment, logLevel }: Pick<Settings, 'environment' | 'logLevel'>, dataFolder: string): Logging {
  const options = { level: logLevel, base: null };
  if (environment === 'production') return { log: createLogger(options), file: undefined };
  const folder = join(dataFolder, 'logs');
  const file = join(folder, 'jufi.log');
  mkdirSync(folder, { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_FILE_BYTES) renameSync(file, `${file}.1`);
  const streams = [
    { stream: pino.destination({ dest: file, sync: true }), level: 'trace' as const },
    { stream: process.stderr, level: 'error' as const },
  ];
  return { log: createLogger(options, multistream(streams)), file };
}
