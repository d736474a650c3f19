import type { Logger } from 'pino';

import type { Clock } from '../../src/lib/clock.ts';
import type { LogRange } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import type { DepositReader } from './deposit-reader.ts';
import type { WatchKey } from './watch-store.ts';

/** What a process needs to watch a vault. */
export interface WatchParts {
  database: Database;
  clock: Clock;
  log: Logger;
  reader: DepositReader;
  logRange: LogRange;
  key: WatchKey;
  /** The first block to read. */
  fromBlock: bigint;
  /** Identifies this process among those that could watch. */
  holder: string;
  /** Where tests interrupt; each place is passed before what it names is certain. */
  reach?: ((place: WatchPlace) => Promise<void>) | undefined;
}

export type WatchPlace =
  'RANGE_READ' | 'RANGE_STORED' | 'REWOUND' | 'CREDIT_POSTED' | 'CREDIT_COMMITTED' | 'LOSS_POSTED' | 'LOSS_COMMITTED' | 'RETURN_POSTED';
