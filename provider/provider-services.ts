import { type Logger } from 'pino';
import { type Address } from 'viem';
import { type Clock } from '../src/lib/clock.ts';
import { type ChainNodes } from './chain-nodes.ts';
import { type ChainReader } from './chain-reader.ts';
import { type ClockWatch } from './clock-watch.ts';
import { type Database } from './db/database.ts';
import { type Economy } from './economy.ts';
import { type SignInSite } from './modules/account/sign-in-message.ts';
import { type Token } from './ledger/account.ts';
import { type PriceSource } from './price/price-source.ts';
import { type Vault } from './vault.ts';

/** What every call of the provider works with. */
export interface Services {
  database: Database;
  clock: Clock;
  chain: ChainReader;
  nodes: Pick<ChainNodes, 'states'>;
  clockWatch: ClockWatch;
  prices: PriceSource;
  site: SignInSite;
  /** Null for the chain's own currency, and where no token is known. */
  tokenAddresses: Readonly<Record<Token, Address | null>>;
  /** Null where deposits and payouts are not offered. */
  vault: Vault | null;
  economy: Economy;
  limits: Limits;
  log: Logger;
  /** Slows a caller down; a test gives one that does not wait. */
  pause: (ms: number) => Promise<void>;
}

/** Per minute, where nothing else is said. */
export interface Limits {
  /** Calls of one client, over all processes. */
  callsPerClient: number;
  /** Calls of one client, and of one member, that a process works on at the same time; more wait for their turn. */
  callsAtOncePerClient: number;
  callsAtOncePerMember: number;
  /** Of a client or member whose calls have to wait, while others are about: whoever sends more than is worked on gives way to them. */
  callsAtOnceBesideOthers: number;
  /** Sign-in attempts of one client, counted over all processes. */
  signInsPerClient: number;
  /** Nonces asked for one address before its callers are slowed (never refused, or anyone could lock a member out). */
  signInsPerAddress: number;
  /** The most an address is slowed, in milliseconds. */
  longestPauseMs: number;
  /** Well-formed activation codes that turn out to be none, over all processes: of one member, and of one client. */
  codeGuessesPerMember: number;
  codeGuessesPerClient: number;
  /** Other members that a member may look up anew, and names it may try (that nobody has, or to see whether they are available), over all processes. */
  membersFoundPerHour: number;
  membersFoundPerDay: number;
  namesTriedPerHour: number;
  namesTriedPerDay: number;
  /** Both kinds, of all members of one client. */
  lookUpsPerClientHour: number;
  /** Refusals kept for the keys that a member may come back with; beyond so many, whatever their age, the oldest is forgotten. */
  refusalsKeptPerMember: number;
  /** Lists whose length is remembered for a session, so that their later pages are steady. */
  listsPerSession: number;
}

export const defaultLimits: Limits = {
  callsPerClient: 1_200,
  callsAtOncePerClient: 12,
  callsAtOncePerMember: 6,
  callsAtOnceBesideOthers: 2,
  signInsPerClient: 200,
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
