import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { kindBalance } from '../../ledger/balances.ts';
import { listTransactions } from '../../ledger/transactions.ts';
import { currentPrices, PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { startOfNextDay } from '../../utc-day.ts';
import { type Member, member } from '../account/schema.ts';
import { claimableBonus } from '../bonuses/list-bonuses.ts';
import { presentPricePoint } from './read-service.ts';
import { readPrivilege } from '../roles/reserve-privilege.ts';
import { readStreak } from '../score/read-score.ts';
import { claimableRoi } from '../staking/stake.ts';
import { capOf, readMinting } from '../treasury/treasury-supply.ts';
import { readVesting } from '../vesting/claim-juf.ts';
import { presentTransactions } from '../wallet/post-payment.ts';
import { withSubjects } from '../wallet/list-transactions.ts';
import { readCurrentPoll } from './poll.ts';
import { readPortfolio } from './read-portfolio.ts';

type Home = SentDataOf<(typeof contract)['dashboardHome']>;

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
  const activity = await withSubjects(services, await presentTransactions(database, lines));
  return { ...figures, portfolio, claimable, activity };
}

/** GET /profile/claimInfo: what a member can claim now. All of it is paid once claimed; points lapse with the UTC day, a privilege when the next falls due. */
export async function readClaimable(services: Services, memberId: string): Promise<SentDataOf<(typeof contract)['claimInfo']>> {
  const { database, economy, clock } = services;
  const now = clock();
  const [privilege, bonus, roi, vesting, { claimable: points }] = await Promise.all([
    readPrivilege(services, memberId),
    claimableBonus(database, memberId, now),
    claimableRoi(database, memberId, now),
    readVesting(database, memberId, now),
    readStreak(database, economy, memberId, now),
  ]);
  return {
    privilege,
    bonus: { claimable: inTokens(bonus, 'USDT') },
    roi: { claimable: inTokens(roi, 'JUF') },
    vestedJuf: { claimable: inTokens(vesting.claimableJuf, 'JUF') },
    score: { claimable: points, nextAt: points > 0 ? null : startOfNextDay(now).toISOString() },
  };
}

type Totals = Record<'totalStaked' | 'totalMinted' | 'maxMintingCap', string>;

/** Total staked by all members, all JUF minted or sold and yet to be minted, and the maximum supply. */
async function readTotals({ database, economy }: Services): Promise<Totals> {
  const [staked, { mintedJuf, contractCapJuf }] = await Promise.all([
    kindBalance(database, 'STAKED', 'JUF'),
    readMinting(database, economy),
  ]);
  const format = (amount: bigint): string => inTokens(amount, 'JUF');
  return { totalStaked: format(staked), totalMinted: format(mintedJuf), maxMintingCap: format(capOf(economy, contractCapJuf)) };
}
