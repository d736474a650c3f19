import type { ReactElement } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import type { StakeQuote } from '../../lib/staking/quote-stake.ts';
import { stakeAction, type StakeOrder } from '../../stores/staking-actions.ts';
import { type ReviewLeg, ReviewSheet } from '../action/ReviewSheet.tsx';
import { formatDate } from '../figures/format-time.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface StakeDialogProps {
  /** What the form contains; null if it isn't a valid stake. */
  quote: StakeQuote | null;
  free: bigint | null;
  /** Milliseconds since the epoch, rounded to the minute. */
  nowMs: number;
}

const DAY_MS = 86_400_000;

/** All terms of a stake before it is confirmed, then its outcome. */
export function StakeDialog({ quote, free, nowMs }: StakeDialogProps) {
  const { stake, form, dialog, claim, calendar } = useTexts('staking');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const write = (amount: bigint): string => formatAmount(shortenAmount(amount), { locale });
  const jufOf = (value: bigint) => <Figure value={value} unit="JUF" />;
  const unlocks = (days: number): string => formatDate(new Date(nowMs + days * DAY_MS).toISOString(), locale);
  return (
    <ActionFlow
      as="dialog"
      name="stake"
      title={stake.title}
      action={stakeAction}
      running={{ text: stake.running, show: dialog.show }}
      subject={({ amount, days }: StakeOrder) => interpolate(stake.subject, { amount: write(amount), days: formatDays(days, locale) })}
      review={(order) => {
        const { amount, days, back, periodId } = order;
        const quoted = quote?.period.id === periodId && quote.amountBaseUnits === amount ? quote : null;
        return (
          <ReviewSheet
            leaves={legOf(<Figure isExact value={amount} unit="JUF" />, amount, interpolate(stake.leaves, { date: unlocks(days) }))}
            arrives={{ name: form.back, ...legOf(jufOf(back), back, interpolate(stake.arrives, { date: unlocks(days) })) }}
            lines={[
              { name: stake.period, value: formatDays(days, locale) },
              ...(quoted === null ? [] : [{ name: form.rate, value: formatRate(quoted.rate, locale) }]),
              { name: form.returns, value: jufOf(back - amount) },
              { name: claim.from, value: claim.reserved },
              { name: review.fee, value: review.noFee },
            ]}
            after={{ token: 'JUF', free, by: -amount }}
            act={interpolate(stake.act, { amount: write(amount) })}
            signs={order.signs}
          >
            <p className="note">{form.locked}</p>
          </ReviewSheet>
        );
      }}
      next={({ staking: { id, amount, startedAt, maturesAt } }) => ({
        text: interpolate(next.staked, { date: formatDate(maturesAt, locale) }),
        act: 'toStakes',
        date: {
          id,
          at: new Date(maturesAt),
          summary: interpolate(calendar.summary, { juf: formatAmount(amount, { locale, fractionDigits: 2 }) }),
          description: interpolate(calendar.text, { date: formatDate(startedAt, locale) }),
        },
      })}
      done={({ staking, transaction }) => (
        <Receipt
          text={stake.done}
          lines={[
            { name: stake.staked, value: <Figure isExact value={staking.amount} unit="JUF" /> },
            { name: form.rate, value: formatRate(staking.effectiveApr, locale) },
            { name: form.unlocks, value: formatDate(staking.maturesAt, locale) },
          ]}
          balance={transaction}
        />
      )}
    />
  );
}

function legOf(figure: ReactElement, amount: bigint, note: string): ReviewLeg {
  return { figure, worth: { amount, token: 'JUF' }, note };
}
