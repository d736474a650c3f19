import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { toDecimalString } from '../../src/lib/amount.ts';
import { TOKENS } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';

export interface ExportSource {
  name: string;
  columns: readonly string[];
  /** `where` bounds the rows by the time in `occurredAt`. */
  rows: (where: SQL) => SQL;
  /** Absent where rows are the state of now. */
  occurredAt?: SQL;
  /** The result of a database row. */
  present: (row: Record<string, unknown>) => Record<string, string | null>;
}

const text = z.string().nullable();
const isoTime = (column: string): SQL => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const entryRow = z.looseObject({ token: z.enum(TOKENS), amount: z.string(), fee: z.string(), balanceAfter: z.string() });

export const EXPORTS: readonly ExportSource[] = [
  {
    name: 'members',
    columns: ['id', 'uid', 'username', 'address', 'language', 'referralCode', 'referrerId', 'referredAt', 'createdAt', 'blockedAt'],
    rows: (
      where,
    ) => sql`select id::text, uid, username, address, language, referral_code as "referralCode", referrer_id::text as "referrerId",
                     ${isoTime('referred_at')} as "referredAt", ${isoTime('created_at')} as "createdAt", ${isoTime('blocked_at')} as "blockedAt"
                from member where ${where} order by id`,
    present: (row) => z.record(z.string(), text).parse(row),
  },
  {
    name: 'transactions',
    columns: [
      ...['transactionId', 'kind', 'phase', 'resolves', 'occurredAt', 'hash', 'chainHash', 'remark'],
      ...['ordinal', 'account', 'ownerId', 'token', 'amount', 'fee', 'balanceAfter'],
    ],
    occurredAt: sql`t.occurred_at`,
    rows: (
      where,
    ) => sql`select t.id::text as "transactionId", t.kind::text, t.phase::text, t.resolves::text, ${isoTime('t.occurred_at')} as "occurredAt",
                     '0x' || encode(t.hash, 'hex') as hash, '0x' || encode(t.chain_hash, 'hex') as "chainHash", t.remark::text as remark,
                     e.ordinal::text, a.kind::text as account, a.owner_id::text as "ownerId", e.token::text,
                     e.amount::text, e.fee::text, e.balance_after::text as "balanceAfter"
                from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
               where ${where} order by t.id, e.ordinal`,
    present: (row) => {
      const { token, amount, fee, balanceAfter } = entryRow.parse(row);
      const whole = (baseUnits: string): string => toDecimalString(BigInt(baseUnits), tokenDecimals[token]);
      return { ...z.record(z.string(), text).parse(row), amount: whole(amount), fee: whole(fee), balanceAfter: whole(balanceAfter) };
    },
  },
];
