import { and, count, desc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { memberAccount } from '../../ledger/account.ts';
import { PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { inTokens } from '../../token-amounts.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { isSettling, unusedPremium } from './insurance-terms.ts';
import { insurance, type Insurance } from './schema.ts';
import { endCover } from './settle-due-insurances.ts';

/** POST /sales/cancelJuTokenInsurance: ends the cover and refunds the premium for the remaining time. */
export async function cancelInsurance(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  insuranceId: string,
): Promise<SentDataOf<(typeof contract)['cancelJuTokenInsurance']>> {
  const now = clock();
  const [cover] = await transaction
    .select()
    .from(insurance)
    .where(and(eq(insurance.id, insuranceId), eq(insurance.memberId, memberId)))
    .for('update');
  if (cover === undefined) throw new Refusal('INSURANCE_UNKNOWN');
  if (cover.status !== 'ACTIVE') throw new Refusal('INSURANCE_NOT_ACTIVE');
  if (isSettling(cover, now)) throw new Refusal('INSURANCE_SETTLING');

  const refundedUsdt = unusedPremium(cover, now);
  const endTransactionId = v7({ msecs: now.getTime() });
  const row = await postPayment(
    transaction,
    {
      id: endTransactionId,
      kind: 'PREMIUM_REFUND',
      occurredAt: now,
      entries: [
        { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits: refundedUsdt },
        ...endCover(cover, { fromReserve: 0n, fromPremium: refundedUsdt }),
      ],
    },
    { memberId, token: 'USDT' },
  );
  const ended: Partial<Insurance> = { status: 'CANCELLED', endedAt: now, refundedUsdt, endTransactionId };
  await transaction.update(insurance).set(ended).where(eq(insurance.id, cover.id));
  return {
    insurance: presentInsurance({ ...cover, ...ended }, now),
    refunded: inTokens(refundedUsdt, 'USDT'),
    transaction: row,
  };
}

type Call = (typeof contract)['cancelInsuranceList'];

/** GET /sales/cancelInsurance/list: newest first. */
export async function listInsurances(services: Services, session: Session, query: QueryOf<Call>): Promise<SentDataOf<Call>> {
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

type InsuranceRow = SentDataOf<(typeof contract)['cancelInsuranceList']>['content'][number];

function presentInsurance(cover: Insurance, now: Date): InsuranceRow {
  const usdt = (amountBaseUnits: bigint): string => inTokens(amountBaseUnits, 'USDT');
  const isCancellable = cover.status === 'ACTIVE' && !isSettling(cover, now);
  return {
    id: cover.id,
    purchaseId: cover.purchaseId,
    walletType: 'USDT',
    insuredAmount: usdt(cover.insuredUsdt),
    coveredJuf: inTokens(cover.coveredJuf, 'JUF'),
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
