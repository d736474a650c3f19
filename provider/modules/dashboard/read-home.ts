import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { listTransactions } from '../../ledger/transactions.ts';
import type { Services } from '../../provider-services.ts';
import { type Member, member } from '../account/schema.ts';
import { presentPricePoint } from '../price/present-price-point.ts';
import { currentPrices, PRICE_DECIMALS } from '../../price/read-prices.ts';
import { presentTransactions } from '../wallet/present-transactions.ts';
import { withSubjects } from '../wallet/with-subjects.ts';
import { readClaimable } from './read-claimable.ts';
import { readPortfolio } from './read-portfolio.ts';
import { readCurrentPoll } from './read-poll.ts';
import { readTotals } from './read-totals.ts';

type Home = DataOf<(typeof contract)['dashboardHome']>;

const HISTORY = { step: 'DAY', count: 90 } as const;
const ACTIVITY_SIZE = 10;

/** GET /dashboard/home: public figures, and for a member their own. */
export async function readHome(services: Services, self: Member | null, language: LanguageCode): Promise<Home> {
  const { database, clock, prices: source } = services;
  const now = clock();
  const [prices, history, poll, totals, [members]] = await Promise.all([
    currentPrices(source, now),
    source.jufHistory(HISTORY, now),
    readCurrentPoll(services, { language, memberId: self?.id ?? null }),
    readTotals(services),
    database.select({ count: sql<string>`count(*)` }).from(member),
  ]);
  const figures = {
    jufPrice: prices.JUF === null ? null : toDecimalString(prices.JUF.price18, PRICE_DECIMALS),
    jufPriceAt: prices.JUF?.at.toISOString() ?? null,
    juPrice: prices.JU === null ? null : toDecimalString(prices.JU.price18, PRICE_DECIMALS),
    jufPriceHistory: history.map(presentPricePoint),
    ...totals,
    totalMembers: Number(members?.count ?? '0'),
    poll,
  };
  if (self === null) return figures;
  const [portfolio, claimable, { lines }] = await Promise.all([
    readPortfolio(services, self.id, prices),
    readClaimable(services, self.id),
    listTransactions(database, { memberId: self.id }, 1, ACTIVITY_SIZE),
  ]);
  const activity = await withSubjects(database, await presentTransactions(database, lines));
  return { ...figures, portfolio, claimable, activity };
}
