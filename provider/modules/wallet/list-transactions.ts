import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Session } from '../../session.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { countLines, pageOfEntries, selectLines } from '../../ledger/transactions.ts';
import type { Services } from '../../provider-services.ts';
import { presentTransactions } from './present-transactions.ts';
import { withSubjects } from './with-subjects.ts';

type Definition = (typeof contract)['walletTransactionList'];

/** GET /wallet/transaction/list */
export async function listWalletTransactions(
  services: Services,
  session: Session,
  query: QueryOf<Definition>,
): Promise<DataOf<Definition>> {
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
  return { data: await withSubjects(database, await presentTransactions(database, lines)), totalPage: page.totalPages };
}

/** Nothing happened before 1970, and PostgreSQL has no year 0. */
function readMoment(time: string): Date {
  return new Date(Math.max(Date.parse(time), 1));
}
