import { toDecimalString } from '../../src/lib/amount.ts';
import type { contract } from '../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../src/lib/api/contract/define-call.ts';
import { jsonBytes } from '../db/json-bytes.ts';
import type { ReadPart } from '../db/read-together.ts';
import { tokenDecimals } from '../token-decimals.ts';

type Proof = NonNullable<DataOf<(typeof contract)['walletOverview']>['reserveProof']>;
type Row = {
  date: string;
  root: string;
  salt: string;
  hash: string | null;
  place: number | null;
  ju: string | null;
  juf: string | null;
  usdt: string | null;
};

/** The member's leaf in the newest tree that includes them, and its siblings up to the root; undefined if they are in none. */
export const proofPart: ReadPart<Row, Proof | undefined> = {
  text: `
    with mine as (
      select l.date, l.place, l.salt, t.root from reserve_leaf l join reserve_tree t using (date) where l.member_id = asked.member_id order by l.date desc limit 1
    )
    select m.date::text, m.root, m.salt, n.hash, n.place, n.ju::text, n.juf::text, n.usdt::text
      from mine m left join lateral (
        select level, hash, place, ju, juf, usdt from generate_series(0, 31) up join reserve_node on level = up and place = (m.place >> up) # 1
         where date = m.date
      ) n on true order by n.level`,
  read: presentProof,
};

function presentProof(rows: Row[]): Proof | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    date: first.date,
    root: jsonBytes(first.root),
    salt: jsonBytes(first.salt),
    path: rows.flatMap(({ hash, place, ju, juf, usdt }) => {
      if (hash === null || place === null || ju === null || juf === null || usdt === null) return [];
      const sums = { JU: toDecimalString(BigInt(ju), tokenDecimals.JU), JUF: toDecimalString(BigInt(juf), tokenDecimals.JUF) };
      const side = place % 2 === 0 ? ('LEFT' as const) : ('RIGHT' as const);
      return [{ side, hash: jsonBytes(hash), sums: { ...sums, USDT: toDecimalString(BigInt(usdt), tokenDecimals.USDT) } }];
    }),
  };
}
