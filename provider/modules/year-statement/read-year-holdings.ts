import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { yearStatement } from '../../../src/lib/api/contract/year-statement.ts';
import type { Queryable } from '../../db/database.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { holdingsAt } from '../dashboard/holdings-at.ts';
import { valueHoldings } from '../dashboard/value-holdings.ts';
import { USD_DECIMALS } from '../../price/value-in-usd.ts';
import type { PricesOn } from './day-prices.ts';

type YearHolding = DataOf<typeof yearStatement>['holdings'][number];

/** What a member owned at the end of the day before the year, and at its last moment, each at the prices of that day. */
export async function readYearHoldings(
  database: Queryable,
  memberId: string,
  { from, lastMoment }: { from: Date; lastMoment: Date },
  pricesOn: PricesOn,
): Promise<YearHolding[]> {
  const moments = [new Date(from.getTime() - 1), lastMoment];
  const [opening, closing] = (await holdingsAt(database, memberId, moments)).map(
    (held, index) => valueHoldings(held, pricesOn(moments[index] ?? from)).parts,
  );
  return (opening ?? []).map((before, index): YearHolding => {
    const after = closing?.[index] ?? before;
    const format = (held: bigint): string => toDecimalString(held, tokenDecimals[before.token]);
    return {
      kind: before.kind,
      walletType: before.token,
      opening: format(before.held),
      openingUsd: formatUsd(before.usd),
      closing: format(after.held),
      closingUsd: formatUsd(after.usd),
    };
  });
}

function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}
