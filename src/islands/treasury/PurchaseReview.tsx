import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { PRICE_TOLERANCE, quotePurchase } from '../../lib/treasury/quote-purchase.ts';
import type { TreasuryPackage } from '../../lib/treasury/price-purchase.ts';
import type { PurchaseOrder } from '../../stores/treasury.ts';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatLongDate } from '../figures/format-long-date.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { PRICE_DIGITS, writeMoment } from './write-figures.ts';

const DAY_MS = 86_400_000;

interface PurchaseReviewProps {
  pack: TreasuryPackage;
  wallet: { balance: bigint };
  order: PurchaseOrder;
  canBuy: boolean;
  /** Notes on the price. */
  children: ReactNode;
}

/** All figures of the purchase, computed from the order that will be sent. */
export function PurchaseReview({ pack, wallet, order, canBuy, children }: PurchaseReviewProps) {
  const { purchase } = useTexts('treasury');
  const { review } = useTexts('action');
  const locale = useLocale();
  const { amount: paid, marketPrice: price18 } = order;
  const quote = quotePurchase({ pack, usdt: paid, price18, isInsured: order.insured });
  const unlocksAt = new Date(systemClock().getTime() + pack.vestingDays * DAY_MS).toISOString();
  const usdt = (value: bigint) => <Figure value={value} unit="USDT" />;
  const price = (value: bigint) => <Figure value={value} unit="USDT" fractionDigits={PRICE_DIGITS} />;
  const amounts = { amount: formatAmount(paid, { locale }), premium: formatAmount(quote.insurance.premiumUsdt, { locale }) };
  return (
    <ReviewSheet
      leaves={{
        figure: <Figure isExact value={quote.totalUsdt} unit="USDT" />,
        note: interpolate(order.insured ? purchase.inInsurance : purchase.inPrice, amounts),
      }}
      arrives={{
        name: purchase.receive,
        figure: <Figure value={quote.juf} unit="JUF" />,
        worth: { amount: quote.juf, token: 'JUF', price18 },
        note: interpolate(purchase.until, { date: formatLongDate(unlocksAt, locale) }),
      }}
      lines={[
        { name: purchase.market, value: price(price18) },
        {
          name: pack.discountRate === 0 ? purchase.yours : interpolate(purchase.yoursOff, { rate: formatRate(pack.discountRate, locale) }),
          value: price(quote.price18),
        },
        { name: interpolate(purchase.limit, { rate: formatRate(Number(PRICE_TOLERANCE), locale) }), value: price(order.maxPrice) },
        { name: purchase.least, value: <Figure value={quote.leastJuf} unit="JUF" /> },
        { name: review.fee, value: review.noFee },
        { name: purchase.premium, value: order.insured ? usdt(quote.insurance.premiumUsdt) : purchase.uninsured },
        { name: purchase.unlocks, value: writeMoment(unlocksAt, locale) },
        {
          name: purchase.power,
          value: <Figure value={quote.power} sign="+" fractionDigits={0} />,
        },
      ]}
      after={{ token: 'USDT', free: wallet.balance, by: -quote.totalUsdt }}
      act={interpolate(order.insured ? purchase.buyInsured : purchase.buy, { total: formatAmount(quote.totalUsdt, { locale }) })}
      canConfirm={canBuy}
      signs={order.signs}
    >
      {children}
      <p className="note">{purchase.final}</p>
    </ReviewSheet>
  );
}
