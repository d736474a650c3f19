import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressInput } from '../src/lib/api/contract/address-input.ts';
import { type CallLimits, callLimits, resolveCallLimits } from './call-limits.ts';
import { readDatabaseAddress } from './db/database-address.ts';
import { defaultSocketSettings } from './http/sockets/socket-limits.ts';
import { type Exchange, exchangeProblems, resolveExchange } from './price/exchange.ts';
import { operatorName } from './operator-name.ts';
import { productionProblems } from './production-problems.ts';
import { type PushKeys, pushProblems, pushSettings, resolvePushKeys } from './push/push-settings.ts';
import { SecretFileError, withSecretFiles } from './secret-file.ts';
import { urlList } from './url-list.ts';
import { developmentVault, type Vault } from './vault.ts';

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
  adjustByTwo: boolean;
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly code = 'SETTINGS_INVALID';
}

const port = z.coerce.number().int().min(0).max(65_535);
const EMBEDDED_CHAIN_HAS_ONE_NODE = 'CHAIN_RPC_URLS: for a chain of your own; the embedded one has its node';
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const schema = z.object({
  JUFI_ENV: z.enum(['development', 'production']).default('development'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => readDatabaseAddress(text) !== null,
      'must be postgres://user:password@host:port/name, with several hosts parted by commas',
    )
    .optional(),
  DATA_DIR: z.string().default('.data'),
  PICTURES_DIR: z.string().optional(),
  PROVIDER_HOST: z.string().default('127.0.0.1'),
  PROVIDER_PORT: port.default(4322),
  PAYOUTS_HOST: z.string().default('127.0.0.1'),
  PAYOUTS_PORT: port.optional(),
  PORT: port.default(4321),
  CHAIN_PORT: port.default(8545),
  PUBLIC_SITE_URL: origin.optional(),
  PUBLIC_CHAIN_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHAIN_RPC_URLS: urlList.optional(),
  PUBLIC_JUF_ADDRESS: z.optional(addressInput),
  PUBLIC_USDT_ADDRESS: z.optional(addressInput),
  VAULT_ADDRESS: z.optional(addressInput),
  EXCHANGE_JUF_USDT_PAIR: z.optional(addressInput),
  EXCHANGE_WJU_USDT_PAIR: z.optional(addressInput),
  EXCHANGE_FROM_BLOCK: z.coerce.number().int().min(0).max(999_999_999).optional(),
  PUBLIC_WJU_ADDRESS: z.optional(addressInput),
  PUBLIC_ROUTER_ADDRESS: z.optional(addressInput),
  PUBLIC_FACTORY_ADDRESS: z.optional(addressInput),
  VAULT_FROM_BLOCK: z.coerce.number().int().min(0).max(999_999_999).optional(),
  PROVIDER_CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ''))
    .pipe(z.array(origin))
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...callLimits,
  ...pushSettings,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without blanks')
    .optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SOCKETS_PER_CLIENT: z.coerce.number().int().min(1).max(20_000).default(defaultSocketSettings.socketsPerClient),
  OPERATOR_NAME: operatorName.optional(),
  ADJUST_BY_TWO: z.enum(['on', 'off']).default('off'),
  SOCKETS_OVERALL: z.coerce.number().int().min(16).max(100_000).default(defaultSocketSettings.socketsOverall),
});

function readSecrets(environment: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  try {
    return withSecretFiles(environment);
  } catch (cause) {
    if (!(cause instanceof SecretFileError)) throw cause;
    throw new SettingsError(cause.message, { cause });
  }
}

/** Reads the settings, or throws a single error that names all invalid ones. */
export function readProviderSettings(environment: NodeJS.ProcessEnv): ProviderSettings {
  const given = Object.fromEntries(
    Object.entries(readSecrets(environment)).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = schema.safeParse(given);
  if (!result.success) throw new SettingsError(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const raw = result.data;
  const isProduction = raw.JUFI_ENV === 'production';
  const siteUrl = raw.PUBLIC_SITE_URL ?? (isProduction ? undefined : `http://127.0.0.1:${raw.PORT}`);
  const databaseUrl = raw.DATABASE_URL ?? (isProduction ? undefined : embeddedDatabaseUrl(raw.DATA_DIR));
  const vaultProblem = findVaultProblem(raw);
  const missing = [
    ...productionProblems(raw),
    ...pushProblems(raw),
    ...(databaseUrl === undefined && !isProduction
      ? ['DATABASE_URL: needed, unless `npm start` has made its own database in DATA_DIR']
      : []),
    ...(vaultProblem === undefined ? [] : [vaultProblem]),
    ...(raw.CHAIN_RPC_URLS !== undefined && isEmbeddedChain(raw) ? [EMBEDDED_CHAIN_HAS_ONE_NODE] : []),
    ...exchangeProblems(raw, isEmbeddedChain(raw)),
  ];
  if (siteUrl === undefined || databaseUrl === undefined || missing.length > 0) throw new SettingsError(missing.join('\n'));
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
    vault: resolveVault(raw),
    exchange: resolveExchange(raw, isEmbeddedChain(raw)),
    operatorName: raw.OPERATOR_NAME,
    picturesFolder: raw.PICTURES_DIR ?? join(raw.DATA_DIR, 'pictures'),
    adjustByTwo: raw.ADJUST_BY_TWO === 'on',
  };
}

type RawSettings = z.infer<typeof schema>;

function isEmbeddedChain({ JUFI_ENV, PUBLIC_CHAIN_RPC_URL }: RawSettings): boolean {
  return JUFI_ENV === 'development' && PUBLIC_CHAIN_RPC_URL === undefined;
}

function resolveVault(raw: RawSettings): Vault | undefined {
  if (isEmbeddedChain(raw)) return developmentVault;
  const { VAULT_ADDRESS: address, VAULT_FROM_BLOCK: fromBlock, PUBLIC_JUF_ADDRESS: juf, PUBLIC_USDT_ADDRESS: usdt } = raw;
  if (address === undefined || fromBlock === undefined || juf === undefined || usdt === undefined) return undefined;
  return { address, tokens: { juf, usdt }, fromBlock: BigInt(fromBlock) };
}

function findVaultProblem(raw: RawSettings): string | undefined {
  if (raw.VAULT_ADDRESS === undefined) return undefined;
  if (isEmbeddedChain(raw)) return 'VAULT_ADDRESS: for a chain of your own; the embedded one has its vault';
  if (raw.JUFI_ENV === 'production' && raw.VAULT_ADDRESS === developmentVault.address)
    return 'VAULT_ADDRESS: is that of the embedded chain, whose keys everybody knows';
  const needed = ['VAULT_FROM_BLOCK', 'PUBLIC_JUF_ADDRESS', 'PUBLIC_USDT_ADDRESS'] as const;
  const absent = needed.filter((name) => raw[name] === undefined);
  return absent.length === 0 ? undefined : `${absent.join(', ')}: needed with VAULT_ADDRESS`;
}

/** The database of a running `npm start`, which stores port and password in its data folder. */
function embeddedDatabaseUrl(dataFolder: string): string | undefined {
  const [password, portNote] = ['password', 'port'].map((name) => join(dataFolder, 'postgres', name));
  if (password === undefined || portNote === undefined || !existsSync(password) || !existsSync(portNote)) return undefined;
  const secret = encodeURIComponent(readFileSync(password, 'utf8').trim());
  return `postgres://jufi:${secret}@127.0.0.1:${readFileSync(portNote, 'utf8').trim()}/jufi`;
}
