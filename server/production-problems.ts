import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import { isLoopback } from './setting-types.ts';
import { type RawSettings } from './settings.ts';

const DEFAULT_PASSWORDS = new Set(['', 'postgres', 'password', 'secret', 'changeme', 'admin', 'root', 'test', 'jufi']);
const CHAIN_ADDRESSES = {
  PUBLIC_ROUTER_ADDRESS: developmentAddresses.router,
  PUBLIC_FACTORY_ADDRESS: developmentAddresses.factory,
  PUBLIC_WJU_ADDRESS: developmentAddresses.wju,
  PUBLIC_JUF_ADDRESS: developmentAddresses.juf,
  PUBLIC_USDT_ADDRESS: developmentAddresses.usdt,
  VAULT_ADDRESS: developmentAddresses.vault,
} as const;

/** What is fine on a developer's machine and would cost money on a server. */
export function productionProblems(raw: RawSettings): string[] {
  if (raw.JUFI_ENV !== 'production') return [];
  return [...siteProblems(raw), ...databaseProblems(raw), ...chainProblems(raw)];
}

function siteProblems({ PUBLIC_SITE_URL: siteUrl }: RawSettings): string[] {
  if (siteUrl === undefined) return ['PUBLIC_SITE_URL is needed in production: the https origin under which people open the site.'];
  return siteUrl.startsWith('https:') ? [] : [`PUBLIC_SITE_URL must begin with https:// in production, and is "${siteUrl}".`];
}

function databaseProblems(raw: RawSettings): string[] {
  if (raw.PUBLIC_API_URL !== '/api') return [];
  if (raw.DATABASE_URL === undefined) return ['DATABASE_URL is needed in production: the embedded PostgreSQL is for development.'];
  const { password, username } = new URL(raw.DATABASE_URL);
  const isDefault = DEFAULT_PASSWORDS.has(decode(password).toLowerCase()) && (password !== '' || username === '');
  return isDefault ? ['DATABASE_URL has a default password or none: give the database user a password of its own.'] : [];
}

function chainProblems(raw: RawSettings): string[] {
  const problems: string[] = [];
  const rpcUrl = raw.PUBLIC_CHAIN_RPC_URL;
  if (rpcUrl !== undefined && (isLoopback(rpcUrl) || !rpcUrl.startsWith('https:'))) {
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
