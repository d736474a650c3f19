import type { Logger } from 'pino';
import type { Address } from 'viem';
import type { Clock } from '../src/lib/clock.ts';
import type { LanguageCode } from '../src/lib/i18n/languages.ts';
import type { ChainNodes } from './chain-nodes.ts';
import type { ChainReader } from './chain-reader.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { Database } from './db/database.ts';
import type { Economy } from './economy.ts';
import type { SignInSite } from './modules/account/sign-in-message.ts';
import type { Token } from './ledger/account.ts';
import type { PriceSource } from './price/price-source.ts';
import type { TermsBook } from './terms/terms-book.ts';
import type { PushKeys, PushReach } from './push/push-reach.ts';
import type { Vault } from './vault.ts';

/** A process's services, from start to end. */
export interface ProcessServices {
  database: Database;
  clock: Clock;
  chain: ChainReader;
  nodes: Pick<ChainNodes, 'states'>;
  clockWatch: ClockWatch;
  /** Uses the terms' rules: see `underTerms`. */
  prices: Pick<PriceSource, 'refresh' | 'under'>;
  terms: TermsBook;
  site: SignInSite;
  /** Null for the native currency, and for unknown tokens. */
  tokenAddresses: Readonly<Record<Token, Address | null>>;
  /** Null if deposits and payouts aren't offered. */
  vault: Vault | null;
  /** Null if browsers get no notifications. */
  push: { keys: PushKeys; reach: PushReach } | null;
  limits: Limits;
  log: Logger;
  /** Slows a caller down; tests pass one that doesn't wait. */
  pause: (ms: number) => Promise<void>;
}

/** The services of a call, with the terms in force when it began. */
export interface Services extends ProcessServices {
  prices: PriceSource;
  economy: Economy;
  termsNumber: number;
  /** The reader's, for what the terms call their offers. */
  language: LanguageCode;
}

/** Per minute unless stated otherwise. */
export interface Limits {
  /** Calls of one client, across processes. */
  callsPerClient: number;
  /** Concurrent calls of one client, and of one member, in a process; further ones wait for their turn. */
  callsAtOncePerClient: number;
  callsAtOncePerMember: number;
  /**
   * Concurrent calls of a client or member whose calls have to queue while others are active: a client that sends more than can be processed
   * makes room for them.
   */
  callsAtOnceBesideOthers: number;
  /** Concurrent calls without a session in a process, while no member calls and beside members, and how many more of a kind wait for their turn. */
  strangersAtOnce: number;
  strangersAtOnceBesideMembers: number;
  strangersWaiting: number;
  /** Sign-in attempts of one client, counted across processes. */
  signInsPerClient: number;
  /** New members from one network (IPv4 /24, IPv6 /64), and from everywhere, counted across processes. */
  signUpsPerNetwork: number;
  signUpsOverall: number;
  /** Nonces requested for one address before callers are slowed down (never refused, or anyone could lock a member out). */
  signInsPerAddress: number;
  /** The longest an address is slowed down, in milliseconds. */
  longestPauseMs: number;
  /** Well-formed but invalid activation codes, across processes: per member and per client. */
  codeGuessesPerMember: number;
  codeGuessesPerClient: number;
  /**
   * Other members a member may look up for the first time, and names they may try (unknown ones, or availability checks), across processes.
   */
  membersFoundPerHour: number;
  membersFoundPerDay: number;
  namesTriedPerHour: number;
  namesTriedPerDay: number;
  /** Both kinds, for all members of one client together. */
  lookUpsPerClientHour: number;
  /** Refusals stored per member for retries with the same key; beyond that, the oldest are deleted regardless of age. */
  refusalsKeptPerMember: number;
  /** Lists whose length is remembered per session, so that later pages are consistent. */
  listsPerSession: number;
}

export const defaultLimits: Limits = {
  callsPerClient: 1_200,
  callsAtOncePerClient: 12,
  callsAtOncePerMember: 6,
  callsAtOnceBesideOthers: 2,
  strangersAtOnce: 12,
  strangersAtOnceBesideMembers: 2,
  strangersWaiting: 512,
  signInsPerClient: 200,
  signUpsPerNetwork: 100,
  signUpsOverall: 600,
  signInsPerAddress: 20,
  longestPauseMs: 1_000,
  codeGuessesPerMember: 10,
  codeGuessesPerClient: 100,
  membersFoundPerHour: 30,
  membersFoundPerDay: 100,
  namesTriedPerHour: 60,
  namesTriedPerDay: 200,
  lookUpsPerClientHour: 600,
  refusalsKeptPerMember: 1_000,
  listsPerSession: 100,
};
