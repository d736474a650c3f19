import { useStore } from '@nanostores/react';
import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { liveRefund, type InsuranceRow } from '../../lib/insurance/live-refund.ts';
import { cancelAction, type CancelOrder } from '../../stores/insurance.ts';
import { $nowMs } from '../../stores/now.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Notice } from '../action/Notice.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { formatDate } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface CancelPanelProps {
  rows: readonly InsuranceRow[];
  receivedAtMs: number;
}

/** Cancels a cover in place, in the list of insurances: confirmation, progress and outcome. */
export function CancelPanel({ rows, receivedAtMs }: CancelPanelProps) {
  const { insurance } = useTexts('swap');
  const { next } = useTexts('action').follow;
  const { review } = useTexts('action');
  const locale = useLocale();
  const { review: words } = insurance;
  return (
    <ActionFlow
      as="panel"
      name="cancel"
      title={words.title}
      action={cancelAction}
      review={(order) => <Review order={order} rows={rows} receivedAtMs={receivedAtMs} />}
      subject={({ insuredAmount }) => interpolate(words.subject, { amount: writeUsdt(insuredAmount, locale) })}
      next={() => ({ text: next.available, act: 'toWallet' })}
      done={({ refunded, transaction }) => (
        <Ledger
          lines={[
            { name: words.refunded, value: usdt(refunded, '+') },
            {
              name: interpolate(review.afterwards, { token: 'USDT' }),
              value: usdt(transaction.balanceAfter),
              kind: 'sum',
            },
          ]}
        />
      )}
      refusal={({ code }) => (code === 'INSURANCE_SETTLING' ? insurance.settling : undefined)}
    />
  );
}

function Review({ order, rows, receivedAtMs }: CancelPanelProps & { order: CancelOrder }) {
  const { insurance } = useTexts('swap');
  const { review } = useTexts('action');
  const locale = useLocale();
  const nowMs = useStore($nowMs);
  const { review: words } = insurance;
  const row = rows.find(({ id }) => id === order.insuranceId);
  const refund = row ? liveRefund(row, Math.max(nowMs - receivedAtMs, 0)) : 0n;
  const { premium } = order;
  return (
    <ReviewSheet
      isWithoutForm
      arrives={{ figure: usdt(refund, '+'), note: words.grows }}
      lines={[
        { name: words.premium, value: usdt(premium) },
        { name: words.used, value: usdt(premium - refund) },
        { name: review.fee, value: review.noFee },
        { name: words.ends, value: formatDate(order.expiresAt, locale) },
      ]}
      after={{ name: insurance.back, value: usdt(refund) }}
      act={interpolate(words.act, { amount: `${formatAmount(refund, { locale, fractionDigits: 2 })}\u00a0USDT` })}
      canConfirm={refund > 0n}
    >
      <Notice kind="warning" text={interpolate(words.leaves, { amount: writeUsdt(order.insuredAmount, locale) })} />
    </ReviewSheet>
  );
}

function usdt(value: bigint, sign?: '+') {
  return <Figure value={value} unit="USDT" fractionDigits={6} sign={sign} />;
}

function writeUsdt(value: bigint, locale: string): string {
  return `${formatAmount(value, { locale, fractionDigits: 2 })}\u00a0USDT`;
}
