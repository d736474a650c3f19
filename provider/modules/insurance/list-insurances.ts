import { and, count, desc, eq } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { isSettling, unusedPremium } from './insurance-terms.ts';
import { insurance, type Insurance } from './schema.ts';

type Call = (typeof contract)['cancelInsuranceList'];

/** GET /sales/cancelInsurance/list: newest first. */
export async function listInsurances(services: Services, session: Session, query: QueryOf<Call>): Promise<DataOf<Call>> {
  const { database, clock } = services;
  const { status } = query;
  const isWanted = and(eq(insurance.memberId, session.member.id), status === undefined ? undefined : eq(insurance.status, status));
  const [found] = await database.select({ rows: count() }).from(insurance).where(isWanted);
  const { offset, limit, total } = await steadyPage(services, session, {
    name: 'cancelInsuranceList',
    query,
    total: BigInt(found?.rows ?? 0),
  });
  const covers = await database
    .select()
    .from(insurance)
    .where(isWanted)
    .orderBy(desc(insurance.id))
    .limit(Number(limit))
    .offset(Number(offset));
  const now = clock();
  return { content: covers.map((cover) => presentInsurance(cover, now)), totalElements: Number(total) };
}

type InsuranceRow = DataOf<(typeof contract)['cancelInsuranceList']>['content'][number];

export function presentInsurance(cover: Insurance, now: Date): InsuranceRow {
  const usdt = (amountBaseUnits: bigint): string => toDecimalString(amountBaseUnits, tokenDecimals.USDT);
  const isCancellable = cover.status === 'ACTIVE' && !isSettling(cover, now);
  return {
    id: cover.id,
    purchaseId: cover.purchaseId,
    walletType: 'USDT',
    insuredAmount: usdt(cover.insuredUsdt),
    coveredJuf: toDecimalString(cover.coveredJuf, tokenDecimals.JUF),
    referencePrice: toDecimalString(cover.referencePrice18, PRICE_DECIMALS),
    maxPayout: usdt(cover.maxPayoutUsdt),
    premium: usdt(cover.premiumUsdt),
    refundable: usdt(isCancellable ? unusedPremium(cover, now) : 0n),
    startedAt: cover.startedAt.toISOString(),
    expiresAt: cover.expiresAt.toISOString(),
    status: cover.status,
    ...(cover.settledUsdt === null ? {} : { settledAmount: usdt(cover.settledUsdt) }),
  };
}
