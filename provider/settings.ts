import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallLimits, resolveCallLimits } from './call-limits.ts';
import { type Exchange, exchangeProblems, resolveExchange } from './price/exchange.ts';
import { productionProblems } from './production-problems.ts';
import { type PushKeys, pushProblems, resolvePushKeys } from './push/push-reach.ts';
import { type Environment, nodesProblems, parseSettings, type RawSettings, SettingProblems } from './settings-table.ts';
import { resolveVault, type Vault, vaultProblems } from './vault.ts';

/** A stand-alone provider's settings, from the environment; under `npm start` the server passes them. */
export interface ProviderSettings {
  environment: 'development' | 'production';
  databaseUrl: string;
  host: string;
  port: number;
  /** The payout process's status port; without one, it serves no status. */
  payouts: { host: string; port: number | undefined };
  siteUrl: string;
  /** The chain's node, or several in order of preference. */
  chainRpcUrl: string | readonly string[];
  corsOrigins: readonly string[];
  logLevel: string;
  trustedProxies: number;
  /** Connections of one client. Behind our own proxies every connection comes from a proxy, so there is no limit here. */
  socketsPerClient: number;
  /** Connections of all clients together. */
  socketsOverall: number;
  metricsToken: string | undefined;
  /** `undefined`: browsers get no notifications. */
  push: PushKeys | undefined;
  pushServices: readonly string[] | undefined;
  limits: CallLimits;
  /** Without one, there are no deposits or payouts. */
  vault: Vault | undefined;
  /** Without one, there are no prices, so nothing is sold. */
  exchange: Exchange | undefined;
  /** Name of the tool's user, for the record of its commands. */
  operatorName: string | undefined;
  /** Holds the pictures of announcements, which site processes show. */
  picturesFolder: string;
  /** Whether somebody else must approve what `adjust` is to book. */
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'SETTINGS_INVALID';
}

/** Reads the settings, or throws a single error that names all invalid ones. */
export function readProviderSettings(environment: Environment): ProviderSettings {
  const raw = parse(environment);
  const isProduction = raw.JUFI_ENV === 'production';
  const siteUrl = raw.PUBLIC_SITE_URL ?? (isProduction ? undefined : `http://127.0.0.1:${raw.PORT}`);
  const databaseUrl = raw.DATABASE_URL ?? (isProduction ? undefined : embeddedDatabaseUrl(raw.DATA_DIR));
  const problems = [
    // It needs the database wherever the site asks for calls.
    ...productionProblems({ ...raw, PUBLIC_API_URL: undefined }),
    ...pushProblems(raw),
    ...(databaseUrl === undefined && !isProduction
      ? ['DATABASE_URL is needed, unless `npm start` has made its own database in DATA_DIR.']
      : []),
    ...nodesProblems(raw, isEmbeddedChain(raw)),
    ...vaultProblems(raw, isEmbeddedChain(raw)),
    ...exchangeProblems(raw, isEmbeddedChain(raw)),
  ];
  if (siteUrl === undefined || databaseUrl === undefined || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return {
    environment: raw.JUFI_ENV,
    databaseUrl,
    host: raw.PROVIDER_HOST,
    port: raw.PROVIDER_PORT,
    payouts: { host: raw.PAYOUTS_HOST, port: raw.PAYOUTS_PORT },
    siteUrl,
    chainRpcUrl:
      raw.CHAIN_RPC_URLS ?? raw.PUBLIC_CHAIN_RPC_URL ?? (isProduction ? 'https://rpc.juchain.org' : `http://127.0.0.1:${raw.CHAIN_PORT}`),
    corsOrigins: raw.PROVIDER_CORS_ORIGINS ?? [siteUrl],
    logLevel: raw.LOG_LEVEL,
    trustedProxies: raw.TRUST_PROXY,
    socketsPerClient: raw.SOCKETS_PER_CLIENT,
    socketsOverall: raw.SOCKETS_OVERALL,
    metricsToken: raw.METRICS_TOKEN,
    push: resolvePushKeys(raw),
    pushServices: raw.PUSH_SERVICES,
    limits: resolveCallLimits(raw),
    vault: resolveVault(raw, isEmbeddedChain(raw)),
    exchange: resolveExchange(raw, isEmbeddedChain(raw)),
    operatorName: raw.OPERATOR_NAME,
    picturesFolder: raw.PICTURES_DIR ?? join(raw.DATA_DIR, 'pictures'),
  };
}

function parse(environment: Environment): RawSettings {
  try {
    return parseSettings(environment);
  } catch (cause) {
    if (!(cause instanceof SettingProblems)) throw cause;
    throw new SettingsError(cause.message, { cause });
  }
}

function isEmbeddedChain({ JUFI_ENV, PUBLIC_CHAIN_RPC_URL }: RawSettings): boolean {
  return JUFI_ENV === 'development' && PUBLIC_CHAIN_RPC_URL === undefined;
}

/** The database of a running `npm start`, which stores port and password in its data folder. */
function embeddedDatabaseUrl(dataFolder: string): string | undefined {
  const [password, portNote] = ['password', 'port'].map((name) => join(dataFolder, 'postgres', name));
  if (password === undefined || portNote === undefined || !existsSync(password) || !existsSync(portNote)) return undefined;
  const secret = encodeURIComponent(readFileSync(password, 'utf8').trim());
  return `postgres://jufi:${secret}@127.0.0.1:${readFileSync(portNote, 'utf8').trim()}/jufi`;
}
