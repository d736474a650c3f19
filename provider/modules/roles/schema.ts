import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type RoleCode } from '../../economy.ts';
import { amountColumn } from '../../ledger/amount-column.ts';

export const memberRole = pgTable('member_role', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id').notNull(),
  roleCode: text('role_code').$type<RoleCode>().notNull(),
  source: text('source').$type<'GRANTED' | 'PURCHASED' | 'CODE'>().notNull(),
  paidUsdtBaseUnits: amountColumn('paid_usdt_base_units').notNull(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull(),
});
