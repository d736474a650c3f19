import { bigint, boolean, integer, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Address } from 'viem';
import { digest, moment } from '../db/columns.ts';
import { amountColumn, ledgerToken } from '../ledger/schema.ts';

export const depositState = pgEnum('deposit_state', ['SEEN', 'HELD', 'CREDITED', 'LOST']);

const blockNumber = (name: string) => bigint(name, { mode: 'bigint' });

export const chainWatch = pgTable(
  'chain_watch',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    vault: text('vault').$type<Address>().notNull(),
    scannedNumber: blockNumber('scanned_number').notNull(),
    scannedHash: digest('scanned_hash'),
    rereadNumber: blockNumber('reread_number').notNull(),
    headNumber: blockNumber('head_number').notNull(),
    status: text('status').$type<WatchStatus>().notNull().default('WATCHING'),
    statusDetail: text('status_detail'),
    statusSince: moment('status_since').notNull(),
    watchedAt: moment('watched_at'),
    leaseHolder: uuid('lease_holder'),
    leaseUntil: timestamp('lease_until', { withTimezone: true, mode: 'date' }),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.vault] })],
);

/**
 * - `HEAD_BEHIND`: the node's newest block is before what was already read: it lags, or its chain was reset.
 * - `CHAIN_CHANGED`: the node's chain shares no block with the one watched so far.
 * - `CHAIN_UNAVAILABLE`: the node doesn't respond, or not consistently.
 * - `MISCONFIGURED`: there is no vault at the address, or a token's decimals differ from the ledger's.
 */
export type WatchStatus = 'WATCHING' | 'HEAD_BEHIND' | 'CHAIN_CHANGED' | 'CHAIN_UNAVAILABLE' | 'MISCONFIGURED';

export const chainBlock = pgTable(
  'chain_block',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    vault: text('vault').$type<Address>().notNull(),
    number: blockNumber('number').notNull(),
    hash: digest('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.vault, table.number] })],
);

export const deposit = pgTable('deposit', {
  id: uuid('id').primaryKey(),
  chainId: bigint('chain_id', { mode: 'number' }).notNull(),
  vault: text('vault').$type<Address>().notNull(),
  txHash: digest('tx_hash').notNull(),
  token: ledgerToken('token').notNull(),
  sender: text('sender').$type<Address>().notNull(),
  amount: amountColumn('amount').notNull(),
  occurrence: integer('occurrence').notNull(),
  blockNumber: blockNumber('block_number'),
  blockHash: digest('block_hash'),
  logIndex: integer('log_index'),
  seenAt: moment('seen_at').notNull(),
  state: depositState('state').notNull().default('SEEN'),
  heldBy: uuid('held_by'),
  memberId: uuid('member_id'),
  isAssigned: boolean('is_assigned').notNull().default(false),
  creditedAt: moment('credited_at'),
});

export type Deposit = typeof deposit.$inferSelect;

export const depositLoss = pgTable('deposit_loss', {
  id: uuid('id').primaryKey(),
  depositId: uuid('deposit_id').notNull(),
  lostAt: moment('lost_at').notNull(),
  fromTreasury: amountColumn('from_treasury').notNull(),
  uncovered: amountColumn('uncovered').notNull(),
  returnedBy: uuid('returned_by'),
  returnedAt: moment('returned_at'),
});
