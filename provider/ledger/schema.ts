import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { transactionKind } from '../../src/lib/api/contract/transaction.ts';
import { digest, moment } from '../db/columns.ts';
import { ACCOUNT_KINDS, NOBODY, TOKENS } from './account.ts';

export const ledgerToken = pgEnum('ledger_token', TOKENS);
export const ledgerAccountKind = pgEnum('ledger_account_kind', ACCOUNT_KINDS);
export const ledgerKind = pgEnum('ledger_kind', transactionKind.def.entries);
export const ledgerPhase = pgEnum('ledger_phase', ['SINGLE', 'PENDING', 'SETTLE', 'VOID']);

/** Integer base units of up to 60 digits: no fractions, no NaN. The other two are narrower: never zero, never negative. */
const wholeNumber = (domain: 'ledger_amount' | 'ledger_change' | 'ledger_fee') =>
  customType<{ data: bigint; driverData: string }>({
    dataType: () => domain,
    fromDriver: (value) => BigInt(value),
    toDriver: (value) => value.toString(),
  });
export const amountColumn = wholeNumber('ledger_amount');
const ledgerChange = wholeNumber('ledger_change');
const ledgerFee = wholeNumber('ledger_fee');
const ledgerRemark = customType<{ data: string }>({ dataType: () => 'ledger_remark' });

export const ledgerAccount = pgTable(
  'ledger_account',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: ledgerAccountKind('kind').notNull(),
    token: ledgerToken('token').notNull(),
    ownerId: uuid('owner_id').notNull().default(NOBODY),
    shard: smallint('shard').notNull().default(0),
    balance: amountColumn('balance')
      .notNull()
      .default(sql`0`),
    entryCount: bigint('entry_count', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    lastEntryAt: moment('last_entry_at'),
  },
  (table) => [
    unique('ledger_account_key').on(table.ownerId, table.kind, table.token, table.shard),
    index('ledger_account_promises')
      .on(table.kind, table.token)
      .where(sql`${table.kind} not in ('AVAILABLE', 'LOCKED')`),
  ],
);

export const ledgerTransaction = pgTable(
  'ledger_transaction',
  {
    id: uuid('id').primaryKey(),
    kind: ledgerKind('kind').notNull(),
    phase: ledgerPhase('phase').notNull().default('SINGLE'),
    resolves: uuid('resolves'),
    entryCount: smallint('entry_count').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
    remark: ledgerRemark('remark'),
    chainHash: digest('chain_hash'),
    hash: digest('hash').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.resolves], foreignColumns: [table.id] }),
    uniqueIndex('ledger_transaction_resolved_once')
      .on(table.resolves)
      .where(sql`${table.resolves} is not null`),
  ],
);

export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    transactionId: uuid('transaction_id').notNull(),
    ordinal: smallint('ordinal').notNull(),
    accountId: bigint('account_id', { mode: 'bigint' }).notNull(),
    token: ledgerToken('token').notNull(),
    kind: ledgerKind('kind').notNull(),
    amount: ledgerChange('amount').notNull(),
    fee: ledgerFee('fee')
      .notNull()
      .default(sql`0`),
    balanceAfter: amountColumn('balance_after').notNull(),
    seq: bigint('seq', { mode: 'bigint' }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.ordinal] }), unique('ledger_entry_seq').on(table.accountId, table.seq)],
);
