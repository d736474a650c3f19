import { type Logger } from 'pino';
import { type Address, type LocalAccount } from 'viem';
import { type Clock } from '../../src/lib/clock.ts';
import { type Database } from '../db/database.ts';
import { type LeaseHolder } from './lease.ts';
import { type OperatorChain } from './operator-chain.ts';

/** What an order has come to, in this order; the last two are ends. */
export type OrderStage =
  /** Written, with what it pays set apart. Nothing is signed. */
  | 'STORED'
  /** Signed, and written with its nonce. Nothing is sent. */
  | 'SIGNED'
  /** A node has taken it. That is not written. */
  | 'SENT'
  /** A block holds it. That is not written. */
  | 'MINED'
  /** So many blocks hold it that it counts as final. Nothing is booked. */
  | 'CONFIRMED'
  | 'POSTED'
  | 'VOIDED';

export interface Pace {
  /** Transactions at once that no block holds yet: as many of one sender as every node keeps. */
  mostOpen: number;
  /** Of them and of those that are not final yet, how many may be one member's; of a line whose last payout failed it is one. */
  mostOpenOfMember: number;
  /** After which a turn begins no further trial, and looks again whose turn it is. */
  trialsMs: number;
  /** After which a transaction that is not mined is sent again, and when it is replaced by a dearer one. */
  resendAfterMs: number;
  raiseAfterMs: number;
  /** How long an order is left alone that the operator's own side cannot do now. */
  holdMs: number;
  /** How long a line rests after an order of it failed. It doubles with each that fails in a row. */
  restMs: number;
  mostRestMs: number;
  /** What is never paid more for a unit of gas, in wei. */
  mostFeePerGas: bigint;
  /** How often the past is looked at when there is nothing to do. */
  lookBackEveryMs: number;
}

/** All that the operator's side works with: it reads what is to be done from the database, and keeps nothing in memory that another would need. */
export interface Operator {
  database: Database;
  chain: OperatorChain;
  /** Whose key signs. */
  account: Pick<LocalAccount, 'address' | 'signTransaction'> & { address: Address };
  chainId: number;
  clock: Clock;
  log: Logger;
  lease: LeaseHolder;
  pace: Pace;
  /** Awaited at each stage, so that it can be told from outside how far an order has come. */
  reached: (stage: OrderStage, orderId: string) => Promise<void>;
}

export const defaultPace: Pace = {
  mostOpen: 16,
  mostOpenOfMember: 4,
  trialsMs: 2_000,
  resendAfterMs: 15_000,
  raiseAfterMs: 45_000,
  holdMs: 30_000,
  restMs: 5_000,
  mostRestMs: 600_000,
  mostFeePerGas: 1_000_000_000_000n,
  lookBackEveryMs: 15_000,
};
