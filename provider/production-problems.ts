import { firstDatabaseUrl } from './db/database-address.ts';
import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';

/** The settings to check, of `npm start` and of a stand-alone provider. */
export interface ProductionInput extends Partial<Record<keyof typeof CHAIN_ADDRESSES, string | undefined>> {
  JUFI_ENV: 'development' | 'production';
  PUBLIC_SITE_URL?: string | undefined;
  /** Undefined for a stand-alone provider, the one that needs a database. */
  PUBLIC_API_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  PUBLIC_CHAIN_RPC_URL?: string | undefined;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const DEFAULT_PASSWORDS = new Set(['', 'postgres', 'password', 'secret', 'changeme', 'admin', 'root', 'test', 'jufi']);
const CHAIN_ADDRESSES = {
  PUBLIC_ROUTER_ADDRESS: developmentAddresses.router,
  PUBLIC_FACTORY_ADDRESS: developmentAddresses.factory,
  PUBLIC_WJU_ADDRESS: developmentAddresses.wju,
  PUBLIC_JUF_ADDRESS: developmentAddresses.juf,
  PUBLIC_USDT_ADDRESS: developmentAddresses.usdt,
  VAULT_ADDRESS: developmentAddresses.vault,
} as const;

/** Settings that are fine in development and would cost money in production. */
export function productionProblems(raw: ProductionInput): string[] {
  if (raw.JUFI_ENV !== 'production') return [];
  return [...siteProblems(raw), ...databaseProblems(raw), ...chainProblems(raw)];
}

/** The same of the settings that a site is built with; a build asks no database. */
export function productionBuildProblems(raw: ProductionInput): string[] {
  return raw.JUFI_ENV === 'production' ? [...siteProblems(raw), ...chainProblems(raw)] : [];
}

function siteProblems({ PUBLIC_SITE_URL: siteUrl }: ProductionInput): string[] {
  if (siteUrl === undefined) return ['PUBLIC_SITE_URL is needed in production: the https origin under which people open the site.'];
  return siteUrl.startsWith('https:') ? [] : [`PUBLIC_SITE_URL must begin with https:// in production, and is "${siteUrl}".`];
}

function databaseProblems(raw: ProductionInput): string[] {
  if ((raw.PUBLIC_API_URL ?? '/api') !== '/api') return [];
  if (raw.DATABASE_URL === undefined) return ['DATABASE_URL is needed in production: the embedded PostgreSQL is for development.'];
  const { password, username } = firstDatabaseUrl(raw.DATABASE_URL);
  const isDefault = DEFAULT_PASSWORDS.has(decode(password).toLowerCase()) && (password !== '' || username === '');
  return isDefault ? ['DATABASE_URL has a default password or none: give the database user a password of its own.'] : [];
}

function chainProblems(raw: ProductionInput): string[] {
  const problems: string[] = [];
  const rpcUrl = raw.PUBLIC_CHAIN_RPC_URL;
  if (rpcUrl !== undefined && (LOOPBACK.has(new URL(rpcUrl).hostname) || !rpcUrl.startsWith('https:'))) {
    problems.push(`PUBLIC_CHAIN_RPC_URL must be a public https address in production, because browsers use it too, and is "${rpcUrl}".`);
  }
  for (const [name, development] of Object.entries(CHAIN_ADDRESSES)) {
    if (raw[name as keyof typeof CHAIN_ADDRESSES]?.toLowerCase() === development.toLowerCase()) {
      problems.push(`${name} is the embedded chain's contract, which anybody can make anew elsewhere: give the production chain's.`);
    }
  }
  return problems;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
