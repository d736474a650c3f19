import type { Logger } from 'pino';
import type { Address, LocalAccount } from 'viem';
import type { Clock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import type { LeaseHolder } from './lease.ts';
import type { ExecutorChain } from './executor-chain.ts';

/** An order's progress, in this order; the last two are final. */
export type OrderStage =
  /** Stored, with its amount reserved. Nothing is signed. */
  | 'STORED'
  /** Signed and stored with its nonce. Nothing is sent. */
  | 'SIGNED'
  /** Accepted by a node. Not recorded. */
  | 'SENT'
  /** Included in a block. Not recorded. */
  | 'MINED'
  /** Deep enough to count as final. Not booked yet. */
  | 'CONFIRMED'
  | 'POSTED'
  | 'VOIDED';

export interface Pace {
  /** Maximum number of unmined transactions: as many from one sender as every node keeps. */
  mostOpen: number;
  /** How many of those, and of the mined but not final ones, may belong to one member; just one if the line's last payout failed. */
  mostOpenOfMember: number;
  /** After this time, a turn starts no further trials and redetermines the order of lines. */
  trialsMs: number;
  /** When an unmined transaction is sent again, and when it is replaced by one with a higher fee. */
  resendAfterMs: number;
  raiseAfterMs: number;
  /** How long an order is suspended if the executor can't execute it now. */
  holdMs: number;
  /** How long a line rests after one of its orders failed; doubles with each consecutive failure. */
  restMs: number;
  mostRestMs: number;
  /** Maximum fee per unit of gas, in wei. */
  mostFeePerGas: bigint;
  /** How often past blocks are checked while idle. */
  lookBackEveryMs: number;
}

/**
 * What signs and sends the vault's orders. It reads its work from the database, and keeps nothing in memory that another process would need.
 */
export interface Executor {
  database: Database;
  chain: ExecutorChain;
  /** The signing account. */
  account: Pick<LocalAccount, 'address' | 'signTransaction'> & { address: Address };
  chainId: number;
  clock: Clock;
  log: Logger;
  lease: LeaseHolder;
  pace: Pace;
  /** Awaited at each stage, so that tests can observe an order's progress. */
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
