import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainProblems, type CommonSettings, resolveCommon } from './common-settings.ts';
import { productionProblems } from './production-problems.ts';
import { pushProblems } from './push/push-reach.ts';
import { type Environment, parseSettings, type RawSettings, SettingProblems } from './settings-table.ts';

/** A stand-alone provider's settings, from the environment; under `npm start` the server passes them. */
export interface ProviderSettings extends CommonSettings {
  databaseUrl: string;
  host: string;
  port: number;
  /** The payout process's status port; without one, it serves no status. */
  payouts: { host: string; port: number | undefined };
  siteUrl: string;
  /** The chain's node, or several in order of preference. */
  chainRpcUrl: string | readonly string[];
  corsOrigins: readonly string[];
  /** Name of the tool's user, for the record of its commands. */
  operatorName: string | undefined;
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
    ...chainProblems(raw),
  ];
  if (siteUrl === undefined || databaseUrl === undefined || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return {
    ...resolveCommon(raw),
    databaseUrl,
    host: raw.PROVIDER_HOST,
    port: raw.PROVIDER_PORT,
    payouts: { host: raw.PAYOUTS_HOST, port: raw.PAYOUTS_PORT },
    siteUrl,
    chainRpcUrl:
      raw.CHAIN_RPC_URLS ?? raw.PUBLIC_CHAIN_RPC_URL ?? (isProduction ? 'https://rpc.juchain.org' : `http://127.0.0.1:${raw.CHAIN_PORT}`),
    corsOrigins: raw.PROVIDER_CORS_ORIGINS ?? [siteUrl],
    operatorName: raw.OPERATOR_NAME,
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

/** The database of a running `npm start`, which stores port and password in its data folder. */
function embeddedDatabaseUrl(dataFolder: string): string | undefined {
  const [password, portNote] = ['password', 'port'].map((name) => join(dataFolder, 'postgres', name));
  if (password === undefined || portNote === undefined || !existsSync(password) || !existsSync(portNote)) return undefined;
  const secret = encodeURIComponent(readFileSync(password, 'utf8').trim());
  return `postgres://jufi:${secret}@127.0.0.1:${readFileSync(portNote, 'utf8').trim()}/jufi`;
}
