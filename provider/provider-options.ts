import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from 'pino';
import type { ChainNodes } from './chain-nodes.ts';
import type { createPool } from './db/pool.ts';
import type { Economy } from './economy.ts';
import type { Executor } from './payouts/executor.ts';
import type { Exchange } from './price/exchange.ts';
import type { PriceSource } from './price/price-source.ts';
import type { Limits } from './provider-services.ts';
import type { PushKeys, PushReach } from './push/push-reach.ts';
import type { Vault } from './vault.ts';

export interface ProviderOptions {
  databaseUrl: string;
  /** Owner of the tables, where this process prepares the database for its own role, as in development. */
  ownerUrl?: string | undefined;
  /** The site members sign in on; messages to sign are bound to it. */
  siteUrl: string;
  /** The chain's node, or several in order of preference. */
  chainRpcUrl: string | readonly string[];
  /** Source of JUF and JU prices; without one, nothing is sold. */
  exchange?: Exchange | undefined;
  /** Holds members' tokens on the chain; without one, there are no deposits or payouts. */
  vault?: Vault | undefined;
  /** Key that pays out of the vault; without one, that is left to another process. */
  payoutAccount?: Executor['account'] | undefined;
  /** Whether this process runs background jobs, alongside others that do. On by default, except in tests. */
  jobs?: boolean;
  /** Whether chain, vault and tokens are first compared with those the database knows. On by default, except in tests. */
  checksContracts?: boolean;
  /** Bearer token for scraping metrics. */
  metricsToken?: string | undefined;
  /** The operator's key for Web Push; without one, browsers get no notifications. */
  push?: PushKeys | undefined;
  /** The operator's own push services, besides those of the browsers. */
  pushServices?: readonly string[] | undefined;
  /** Replaces both. */
  pushReach?: PushReach;
  /** Replaces the exchange's prices. */
  prices?: PriceSource;
  /** Origins, besides the provider's own, whose pages may read responses. */
  corsOrigins?: readonly string[];
  environment: 'development' | 'test' | 'production';
  /** Fills an empty database with sample content. On by default in development; never in production. */
  developmentContent?: boolean;
  clock?: Clock;
  /** The machine's clock, which is compared with the database's. */
  machineClock?: Clock;
  log?: Logger;
  limits?: Partial<Limits>;
  /** Put in force at the start, replacing the terms in the database. */
  economy?: Economy;
  pause?: (ms: number) => Promise<void>;
  /** Replaces how connections to the database are opened. */
  openPool?: typeof createPool;
  /** Timeout of each query to the chain's node. */
  chainTimeoutMs?: number | undefined;
  /** A call that takes longer is answered with 503, and then changes nothing any more. */
  deadlineMs?: number;
}

/** All parts of a process share its nodes, so what one learns about them the others know. */
export type OpenOptions = ProviderOptions & { nodes: ChainNodes };
