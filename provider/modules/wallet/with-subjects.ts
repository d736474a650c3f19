import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Queryable } from '../../db/database.ts';
import type { PackageCode } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { namePackage } from '../treasury/find-package.ts';

type Subject = NonNullable<TransactionRow['subject']>;
type Row = { id: string; code: PackageCode | null; juf: string | null; days: number | null };

const WITH_SUBJECT: readonly TransactionRow['kind'][] = ['TREASURY_PURCHASE', 'STAKE', 'CAPITAL'];

/**
 * Adds what purchases bought and how long stakes run: the promise's account in the ledger has its purchase's or stake's id. For lists; the answer to a
 * purchase says it anyway, and shouldn't wait for it.
 */
export async function withSubjects(database: Queryable, rows: readonly TransactionRow[]): Promise<TransactionRow[]> {
  const ids = rows.filter(({ kind }) => WITH_SUBJECT.includes(kind)).map(({ id }) => id);
  const subjects = ids.length === 0 ? new Map<string, Subject>() : await readSubjects(database, ids);
  return rows.map((row) => {
    const subject = subjects.get(row.id);
    return subject === undefined ? row : { ...row, subject };
  });
}

async function readSubjects(database: Queryable, ids: readonly string[]): Promise<Map<string, Subject>> {
  const { rows } = await database.execute<Row>(sql`
    select e.transaction_id as id, package.code, purchase.juf::text as juf, stake.days
      from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.kind in ('VESTING', 'STAKED')
      left join treasury_purchase purchase on purchase.id = a.owner_id
      left join treasury_package package on package.id = purchase.package_id
      left join staking stake on stake.id = a.owner_id
     where e.transaction_id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(
    rows.flatMap(({ id, code, juf, days }): [string, Subject][] => {
      if (code !== null && juf !== null) {
        return [[id, { packageName: namePackage(code), juf: toDecimalString(BigInt(juf), tokenDecimals.JUF) }]];
      }
      return days === null ? [] : [[id, { days }]];
    }),
  );
}
