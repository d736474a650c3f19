import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { PRICE_DECIMALS } from '../../price/read-prices.ts';
import { isSettling, unusedPremium } from './insurance-terms.ts';
import type { Insurance } from './schema.ts';

export type InsuranceRow = DataOf<(typeof contract)['cancelInsuranceList']>['content'][number];

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
