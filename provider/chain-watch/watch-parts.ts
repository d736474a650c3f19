import { type Logger } from 'pino';

import { type Clock } from '../../src/lib/clock.ts';
import { type Database } from '../db/database.ts';
import { type DepositReader } from './deposit-reader.ts';
import { type RangeSize } from './range-size.ts';
import { type WatchKey } from './watch-store.ts';

/** What a process watches a vault with. */
export interface WatchParts {
  database: Database;
  clock: Clock;
  log: Logger;
  reader: DepositReader;
  rangeSize: RangeSize;
  key: WatchKey;
  /** The first block that is read. */
  fromBlock: bigint;
  /** This process, among those that could watch. */
  holder: string;
  /** Where a test breaks in; each place is passed before what is named after it is certain. */
  reach?: ((place: WatchPlace) => Promise<void>) | undefined;
}

export type WatchPlace =
  'RANGE_READ' | 'RANGE_STORED' | 'REWOUND' | 'CREDIT_POSTED' | 'CREDIT_COMMITTED' | 'LOSS_POSTED' | 'LOSS_COMMITTED' | 'RETURN_POSTED';
