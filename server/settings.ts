import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { SetupError } from '../processes/setup-error.ts';
import { chainProblems, type CommonSettings, isEmbeddedChain, resolveCommon } from '../provider/common-settings.ts';
import { productionBuildProblems, productionProblems } from '../provider/production-problems.ts';
import { pushProblems } from '../provider/push/push-reach.ts';
import {
  type Environment,
  parseSettings,
  type RawSettings,
  SettingProblems,
  type SettingRow,
  settingsTable,
} from '../provider/settings-table.ts';
import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import { productAddresses } from '../src/lib/chain/addresses/product-addresses.ts';

export interface Settings extends CommonSettings {
  host: string;
  port: number;
  dataFolder: string;
  siteUrl: string;
  /** If off, it's removed from the browsers that have it. */
  hasServiceWorker: boolean;
  /** `undefined`: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  chain: { embedded: true; port: number; rpcUrl: string; hasMarket: boolean } | { embedded: false; rpcUrl: string };
  /** The nodes that this process uses, in order of preference; browsers use `chain.rpcUrl`. */
  chainRpcUrls: readonly string[];
  /** Whether the provider runs in this process. */
  embeddedProvider: boolean;
  /** The `PUBLIC_*` variables that the site is built with; those without a value are omitted. */
  baked: Readonly<Record<string, string>>;
}

const PRODUCTION_CHAIN = {
  rpcUrl: 'https://rpc.juchain.org',
  webSocketUrl: 'wss://ws.juchain.org',
  explorerUrl: 'https://juscan.io',
  ...productAddresses,
} as const;

/** Parses and validates all settings; reports all errors at once, one per line. */
export function readSettings(environment: Environment): Settings {
  const raw = parse(environment);
  refuse([...crossProblems(raw), ...productionProblems(raw), ...operatorProblems(raw), ...pushProblems(raw)]);
  return resolveSettings(raw);
}

/** What the site is built with. A build knows no secret, and nothing that only matters where the site runs. */
export function readBaked(environment: Environment): Settings['baked'] {
  const raw = parse(environment, ({ name, baked }) => baked || ['JUFI_ENV', 'PORT', 'CHAIN_PORT'].includes(name));
  refuse([...crossProblems(raw), ...productionBuildProblems(raw)]);
  return resolveSettings(raw).baked;
}

function parse(environment: Environment, isRead?: (row: SettingRow) => boolean): RawSettings {
  try {
    return parseSettings(environment, isRead);
  } catch (cause) {
    if (!(cause instanceof SettingProblems)) throw cause;
    throw settingsError(cause.lines);
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw settingsError(problems);
}

/** Names that look like settings but aren't: probably typos. */
export function unknownSettings(environment: Environment): string[] {
  const known = new Set<string>(settingsTable.map(({ name }) => name));
  return Object.keys(environment).filter((name) => /^(PUBLIC|JUFI)_/.test(name) && !known.has(name));
}

function resolveSettings(raw: RawSettings): Settings {
  const siteUrl = raw.PUBLIC_SITE_URL ?? `http://127.0.0.1:${raw.PORT}`;
  const chain = resolveChain(raw);
  return {
    ...resolveCommon(raw),
    host: raw.HOST,
    port: raw.PORT,
    dataFolder: raw.DATA_DIR,
    siteUrl,
    hasServiceWorker: raw.SERVICE_WORKER === 'on',
    databaseUrl: raw.DATABASE_URL,
    chain,
    chainRpcUrls: raw.CHAIN_RPC_URLS ?? [chain.rpcUrl],
    embeddedProvider: isEmbeddedProvider(raw),
    baked: present({
      PUBLIC_SITE_URL: siteUrl,
      PUBLIC_API_URL: raw.PUBLIC_API_URL,
      PUBLIC_API_ROUTER: raw.PUBLIC_API_ROUTER,
      PUBLIC_API_ALLOWED_ORIGINS: raw.PUBLIC_API_ALLOWED_ORIGINS.join(' '),
      PUBLIC_DIRECT_VISIT: raw.PUBLIC_DIRECT_VISIT,
      PUBLIC_WALLETCONNECT_PROJECT_ID: raw.PUBLIC_WALLETCONNECT_PROJECT_ID,
      PUBLIC_WALLETCONNECT_RELAY_URL: raw.PUBLIC_WALLETCONNECT_RELAY_URL,
      PUBLIC_OWN_WALLET_URL: raw.PUBLIC_OWN_WALLET_URL,
      PUBLIC_OWN_WALLET_LINK: raw.PUBLIC_OWN_WALLET_LINK,
      PUBLIC_DEVELOPMENT_WALLET: chain.embedded ? 'true' : undefined,
      ...bakedChain(raw, chain),
    }),
  };
}

function resolveChain(raw: RawSettings): Settings['chain'] {
  if (isEmbeddedChain(raw)) {
    const { CHAIN_PORT, CHAIN_MARKET } = raw;
    return { embedded: true, port: CHAIN_PORT, rpcUrl: `http://127.0.0.1:${CHAIN_PORT}`, hasMarket: CHAIN_MARKET === 'on' };
  }
  return { embedded: false, rpcUrl: raw.PUBLIC_CHAIN_RPC_URL ?? PRODUCTION_CHAIN.rpcUrl };
}

function bakedChain(raw: RawSettings, chain: Settings['chain']): Record<string, string | undefined> {
  const isProductionChain = chain.rpcUrl === PRODUCTION_CHAIN.rpcUrl;
  const own = chain.embedded ? developmentAddresses : { ...PRODUCTION_CHAIN, juf: undefined, usdt: undefined };
  const ownSocket = chain.embedded ? chain.rpcUrl.replace(/^http/, 'ws') : isProductionChain ? PRODUCTION_CHAIN.webSocketUrl : undefined;
  return {
    PUBLIC_CHAIN_RPC_URL: chain.rpcUrl,
    PUBLIC_CHAIN_WS_URL: raw.PUBLIC_CHAIN_WS_URL ?? ownSocket,
    PUBLIC_CHAIN_EXPLORER_URL: raw.PUBLIC_CHAIN_EXPLORER_URL ?? (chain.embedded ? undefined : PRODUCTION_CHAIN.explorerUrl),
    PUBLIC_ROUTER_ADDRESS: raw.PUBLIC_ROUTER_ADDRESS ?? own.router,
    PUBLIC_FACTORY_ADDRESS: raw.PUBLIC_FACTORY_ADDRESS ?? own.factory,
    PUBLIC_WJU_ADDRESS: raw.PUBLIC_WJU_ADDRESS ?? own.wju,
    PUBLIC_JUF_ADDRESS: raw.PUBLIC_JUF_ADDRESS ?? own.juf,
    PUBLIC_USDT_ADDRESS: raw.PUBLIC_USDT_ADDRESS ?? own.usdt,
  };
}

function isEmbeddedProvider(raw: RawSettings): boolean {
  return raw.PUBLIC_API_URL === '/api' && (raw.PUBLIC_API_ROUTER === undefined || raw.PUBLIC_API_ROUTER === '/api/router');
}

function crossProblems(raw: RawSettings): string[] {
  const problems: string[] = [];
  if (isEmbeddedChain(raw)) {
    if (raw.PORT === raw.CHAIN_PORT) problems.push(`CHAIN_PORT must differ from PORT, both are ${raw.PORT}.`);
    if (raw.OPERATOR_KEY !== undefined || raw.OPERATOR_KEY_FILE !== undefined) {
      problems.push('OPERATOR_KEY is for a chain of your own: the embedded one has its operator.');
    }
  } else {
    if ((raw.OPERATOR_KEY !== undefined || raw.OPERATOR_KEY_FILE !== undefined) && raw.VAULT_ADDRESS === undefined) {
      problems.push('VAULT_ADDRESS is needed with OPERATOR_KEY: the vault that is paid out of.');
    }
    for (const name of ['PUBLIC_JUF_ADDRESS', 'PUBLIC_USDT_ADDRESS'] as const) {
      if (raw[name] === undefined) problems.push(`${name} is needed with a chain of your own: it has no default there.`);
    }
  }
  problems.push(...chainProblems(raw));
  if (raw.PUBLIC_API_ROUTER !== undefined && raw.PUBLIC_API_URL === '/api' && raw.PUBLIC_API_ROUTER !== '/api/router') {
    problems.push('PUBLIC_API_URL is needed with a PUBLIC_API_ROUTER of your own: both belong to one provider.');
  }
  return problems;
}

/** What the site says of the operator. Only where the site runs: neither a build nor a provider of its own shows it. */
function operatorProblems(raw: RawSettings): string[] {
  if (raw.JUFI_ENV !== 'production') return [];
  const asked = {
    PUBLIC_HELP_CONTACT: 'whom members write to, as mailto: and an email address or a web address',
    PUBLIC_OPERATOR_NAME: 'who runs the service, by their legal name',
    PUBLIC_CONTRACTS_URL: 'where the contracts’ source code can be read',
    PUBLIC_AUDIT_URL: 'the report of the contracts’ audit, or none',
  } as const;
  const names = Object.keys(asked) as (keyof typeof asked)[];
  return names.filter((name) => raw[name] === undefined).map((name) => `${name} is needed in production: ${asked[name]}.`);
}

function settingsError(lines: readonly string[]): SetupError {
  return new SetupError('SETTINGS_WRONG', [...new Set(lines)].join('\n'));
}

function present(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''));
}

/** Variables that are already set take precedence over the file. */
export function loadEnvironment(path = '.env'): void {
  if (!existsSync(path)) return;
  try {
    loadEnvFile(path);
  } catch (cause) {
    throw new SetupError('ENV_FILE_UNREADABLE', `The file ${path} can’t be read. Make it readable, or remove it.`, { cause });
  }
}
