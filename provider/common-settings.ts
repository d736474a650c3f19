import { join } from 'node:path';
import { type CallLimits, resolveCallLimits } from './provider-services.ts';
import { type Exchange, exchangeProblems, resolveExchange } from './price/exchange.ts';
import { type PushKeys, resolvePushKeys } from './push/push-reach.ts';
import { type LogLevel, nodesProblems, type RawSettings } from './settings-table.ts';
import { resolveVault, type Vault, vaultProblems } from './vault.ts';

/** What `npm start` and a stand-alone provider have in common. */
export interface CommonSettings {
  environment: 'development' | 'production';
  logLevel: LogLevel;
  trustedProxies: number;
  /** Connections of one client. Behind our own proxies every connection comes from a proxy, so there is no limit here. */
  socketsPerClient: number;
  /** Connections of all clients together. */
  socketsOverall: number;
  metricsToken: string | undefined;
  /** `undefined`: browsers get no notifications. */
  push: PushKeys | undefined;
  pushServices: readonly string[] | undefined;
  /** Holds the pictures of announcements, which site processes show. */
  picturesFolder: string;
  limits: CallLimits;
  /** `undefined`: no deposits and no payouts. */
  vault: Vault | undefined;
  /** `undefined`: there are no prices, so nothing is sold. */
  exchange: Exchange | undefined;
}

export function resolveCommon(raw: RawSettings): CommonSettings {
  return {
    environment: raw.JUFI_ENV,
    logLevel: raw.LOG_LEVEL,
    trustedProxies: raw.TRUST_PROXY,
    socketsPerClient: raw.SOCKETS_PER_CLIENT,
    socketsOverall: raw.SOCKETS_OVERALL,
    metricsToken: raw.METRICS_TOKEN,
    push: resolvePushKeys(raw),
    pushServices: raw.PUSH_SERVICES,
    picturesFolder: raw.PICTURES_DIR ?? join(raw.DATA_DIR, 'pictures'),
    limits: resolveCallLimits(raw),
    vault: resolveVault(raw, isEmbeddedChain(raw)),
    exchange: resolveExchange(raw, isEmbeddedChain(raw)),
  };
}

/** Of the chain's settings. */
export function chainProblems(raw: RawSettings): string[] {
  const isEmbedded = isEmbeddedChain(raw);
  return [...nodesProblems(raw, isEmbedded), ...vaultProblems(raw, isEmbedded), ...exchangeProblems(raw, isEmbedded)];
}

export function isEmbeddedChain({ JUFI_ENV, PUBLIC_CHAIN_RPC_URL }: RawSettings): boolean {
  return JUFI_ENV === 'development' && PUBLIC_CHAIN_RPC_URL === undefined;
}
