import { bigint, boolean, customType, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytesToHex, type Hex, hexToBytes } from 'viem';
import { type SolvencyFigures } from './describe-solvency.ts';

const digest = customType<{ data: Hex; driverData: Buffer }>({
  dataType: () => 'ledger_digest',
  fromDriver: (value) => bytesToHex(value),
  toDriver: (value) => Buffer.from(hexToBytes(value)),
});
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const solvencyRun = pgTable('solvency_run', {
  id: uuid('id').primaryKey(),
  at: moment('at').notNull(),
  blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
  blockHash: digest('block_hash').notNull(),
  sound: boolean('sound').notNull(),
  code: text('code'),
  figures: jsonb('figures').$type<SolvencyFigures>().notNull(),
});
