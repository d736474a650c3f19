import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';
import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { cancelJuTokenInsurance } from '../../lib/api/contract/insurance.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { liveRefund, PREMIUM_DECIMALS, type InsuranceRow } from '../../lib/insurance/live-refund.ts';
import { cancelAction, type CancelOrder } from '../../stores/insurance.ts';
import { $nowMs } from '../../stores/now.ts';
import { ActionFollow } from '../action/ActionFollow.tsx';
import { Notice } from '../action/Notice.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { formatDate } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface CancelPanelProps {
  state: ActionState<CancelOrder, DataOf<typeof cancelJuTokenInsurance>>;
  rows: readonly InsuranceRow[];
  receivedAtMs: number;
}

/** Cancels a cover in place, in the list of insurances: confirmation, progress and outcome. */
export function CancelPanel({ state, rows, receivedAtMs }: CancelPanelProps): React.JSX.Element {
  const { insurance } = useTexts('swap');
  const { review } = useTexts('action');
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = state;
  const { review: words } = insurance;
  useEffect(() => {
    if (step === 'reviewing') heading.current?.focus();
  }, [step]);
  return (
    <section className="review-panel" aria-labelledby="cancel-title">
      <h3 id="cancel-title" ref={heading} tabIndex={-1}>
        {words.title}
      </h3>
      {state.step === 'reviewing' && <Review state={state} rows={rows} receivedAtMs={receivedAtMs} />}
      <ActionFollow
        state={state}
        subject={({ insuredAmount }) => interpolate(words.subject, { amount: writeUsdt(insuredAmount, locale) })}
        done={({ refunded, transaction }) => (
          <Ledger
            lines={[
              { name: words.refunded, value: usdt(fromDecimalString(refunded, PREMIUM_DECIMALS), '+') },
              {
                name: interpolate(review.afterwards, { token: 'USDT' }),
                value: usdt(fromDecimalString(transaction.balanceAfter, PREMIUM_DECIMALS)),
                kind: 'sum',
              },
            ]}
          />
        )}
        refusal={({ code }) => (code === 'INSURANCE_SETTLING' ? insurance.settling : undefined)}
        retry={cancelAction.retry}
        dismiss={cancelAction.dismiss}
        change={cancelAction.change}
      />
    </section>
  );
}

type ReviewProps = Omit<CancelPanelProps, 'state'> & { state: Extract<CancelPanelProps['state'], { step: 'reviewing' }> };

function Review({ state, rows, receivedAtMs }: ReviewProps): React.JSX.Element {
  const { insurance } = useTexts('swap');
  const { review } = useTexts('action');
  const locale = useLocale();
  const nowMs = useStore($nowMs);
  const { order } = state;
  const { review: words } = insurance;
  const row = rows.find(({ id }) => id === order.insuranceId);
  const refund = row ? liveRefund(row, Math.max(nowMs - receivedAtMs, 0)) : 0n;
  const premium = fromDecimalString(order.premium, PREMIUM_DECIMALS);
  return (
    <ReviewSheet
      isWithoutForm
      state={state}
      arrives={{ figure: usdt(refund, '+'), note: words.grows }}
      lines={[
        { name: words.premium, value: usdt(premium) },
        { name: words.used, value: usdt(premium - refund) },
        { name: review.fee, value: review.noFee },
        { name: words.ends, value: formatDate(order.expiresAt, locale) },
      ]}
      after={{ name: insurance.back, value: usdt(refund) }}
      act={interpolate(words.act, { amount: `${formatAmount(refund, PREMIUM_DECIMALS, { locale, fractionDigits: 2 })}\u00a0USDT` })}
      canConfirm={refund > 0n}
      confirm={() => void cancelAction.confirm()}
      change={cancelAction.change}
    >
      <Notice kind="warning" text={interpolate(words.leaves, { amount: writeUsdt(order.insuredAmount, locale) })} />
    </ReviewSheet>
  );
}

function usdt(value: bigint, sign?: '+'): React.JSX.Element {
  return <Figure value={value} decimals={PREMIUM_DECIMALS} unit="USDT" fractionDigits={6} sign={sign} />;
}

function writeUsdt(decimal: string, locale: string): string {
  const value = fromDecimalString(decimal, PREMIUM_DECIMALS);
  return `${formatAmount(value, PREMIUM_DECIMALS, { locale, fractionDigits: 2 })}\u00a0USDT`;
}
