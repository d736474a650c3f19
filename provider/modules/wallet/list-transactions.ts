import { sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import { pendingDepositsPart } from '../../chain-watch/credit-due.ts';
import { readTogether } from '../../db/read-for-many.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { memberBalancesPart } from '../../ledger/balances.ts';
import { countLines, pageOfEntries, selectLines } from '../../ledger/transactions.ts';
import { currentPrices, formatUsd, valueInUsd } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { proofPart } from '../../solvency/publish-tree.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { inTokens } from '../../token-amounts.ts';
import { presentTransactions } from './post-payment.ts';

type Definition = (typeof contract)['walletTransactionList'];

const readParts = readTogether(
  { name: 'wallet_overview', asked: { member_id: 'uuid', vault: 'text' } },
  { balances: memberBalancesPart, pending: pendingDepositsPart, reserveProof: proofPart },
);

/** GET /wallet/transaction/list */
export async function listWalletTransactions(
  services: Services,
  session: Session,
  query: QueryOf<Definition>,
): Promise<SentDataOf<Definition>> {
  const { database } = services;
  const { walletType: token, kind } = query;
  const memberId = session.member.id;
  // The call's `to` is exclusive, the ledger's inclusive; both have millisecond precision.
  const from = query.from === undefined ? undefined : readMoment(query.from);
  const to = query.to === undefined ? undefined : new Date(readMoment(query.to).getTime() - 1);
  const ranges = await countLines(database, { memberId, token, kind, from, to });
  const total = ranges.reduce((sum, { count }) => sum + count, 0n);
  const page = await steadyPage(services, session, { name: 'walletTransactionList', query, total });
  if (page.offset >= total) return { data: [], totalPage: page.totalPages };
  const lines = await selectLines(database, memberId, pageOfEntries(ranges, kind, page.offset, page.limit));
  return { data: await withSubjects(services, await presentTransactions(database, lines)), totalPage: page.totalPages };
}

/** Nothing happened before 1970, and PostgreSQL has no year 0. */
function readMoment(time: string): Date {
  return new Date(Math.max(Date.parse(time), 1));
}

type Subject = NonNullable<SentTransaction['subject']>;
type Row = { id: string; code: string | null; juf: string | null; days: number | null };
type Naming = Pick<Services, 'database' | 'economy' | 'language'>;

const WITH_SUBJECT: readonly SentTransaction['kind'][] = ['TREASURY_PURCHASE', 'STAKE', 'CAPITAL'];

/**
 * Adds what purchases bought and how long stakes run: the promise's account in the ledger has its purchase's or stake's id. For lists; the answer to a
 * purchase says it anyway, and shouldn't wait for it.
 */
export async function withSubjects(services: Naming, rows: readonly SentTransaction[]): Promise<SentTransaction[]> {
  const ids = rows.filter(({ kind }) => WITH_SUBJECT.includes(kind)).map(({ id }) => id);
  const subjects = ids.length === 0 ? new Map<string, Subject>() : await readSubjects(services, ids);
  return rows.map((row) => {
    const subject = subjects.get(row.id);
    return subject === undefined ? row : { ...row, subject };
  });
}

async function readSubjects({ database, economy, language }: Naming, ids: readonly string[]): Promise<Map<string, Subject>> {
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
        return [[id, { packageName: nameOffer(economy, 'packages', code, language), juf: inTokens(BigInt(juf), 'JUF') }]];
      }
      return days === null ? [] : [[id, { days }]];
    }),
  );
}

/**
 * GET /wallet/overview. `balance` can be spent, `locked` can't yet; both belong to the member and count in `usd`. The total is the sum of the parts as
 * displayed, and unknown while any part is.
 */
export async function readOverview(services: Services, memberId: string): Promise<SentDataOf<(typeof contract)['walletOverview']>> {
  const { database, prices, tokenAddresses, vault, clock } = services;
  const [{ balances, pending, reserveProof }, current] = await Promise.all([
    readParts(database, [memberId, vault?.address ?? null]),
    currentPrices(prices, clock()),
  ]);
  const wallets = balances.map(({ token, availableBaseUnits, lockedBaseUnits }) => {
    const held = availableBaseUnits + lockedBaseUnits;
    return { token, availableBaseUnits, lockedBaseUnits, usd: held === 0n ? 0n : valueInUsd(held, token, current) };
  });
  const totalUsd = wallets.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return {
    walletList: wallets.map(({ token, availableBaseUnits, lockedBaseUnits, usd }) => ({
      walletType: token,
      balance: inTokens(availableBaseUnits, token),
      locked: inTokens(lockedBaseUnits, token),
      usd: formatUsd(usd),
      decimals: tokenDecimals[token],
      tokenAddress: tokenAddresses[token],
    })),
    totalUsd: formatUsd(totalUsd),
    vault: vault?.address ?? null,
    pendingDeposits: pending.map(({ hash, token, amountBaseUnits, confirmations }) => ({
      hash,
      walletType: token,
      amount: inTokens(amountBaseUnits, token),
      confirmations: Number(confirmations),
    })),
    ...(reserveProof === undefined ? {} : { reserveProof }),
  };
}
