import { formatAmount } from '../../lib/amount.ts';
import { turboOrder } from '../../lib/api/contract/order-intent.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { formatShown } from '../../lib/shown-amount.ts';
import { quoteTurbo, turboPaidFor } from '../../lib/staking/quote-turbo.ts';
import { turboChargeAction, type TurboOrder } from '../../stores/staking-actions.ts';
import { $stakingTerms, $tierList, $turboChargeInfo } from '../../stores/staking.ts';
import { ActionFlow, useFlow } from '../action/ActionFlow.tsx';
import { LeadLink, Notice } from '../action/Notice.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { turboNetLines, UnitStepper, useTurboWorth } from './turbo-net.tsx';
import { useLiveStaking } from './use-live-staking.ts';

/** Burns JU for a higher rate. Shows what it adds and what it costs, in one unit, before anything is paid. */
export function TurboDialog() {
  const { turbo, dialog } = useTexts('staking');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const subject = ({ units, amount }: TurboOrder): string =>
    interpolate(turbo.subject, {
      units,
      amount: formatAmount(amount, { locale }),
    });
  return (
    <ActionFlow
      as="dialog"
      name="turbo-charge"
      title={turbo.title}
      action={turboChargeAction}
      running={{ text: turbo.running, show: dialog.show }}
      subject={subject}
      review={(order) => <TurboReview order={order} />}
      next={({ charge }) => ({ text: interpolate(next.boosted, { date: formatDate(charge.endsAt, locale) }), act: 'toStakes' })}
      done={({ charge, transaction }) => (
        <Receipt
          text={turbo.done}
          lines={[
            {
              name: turbo.burned,
              value: <Figure isExact value={charge.paid} unit="JU" sign="−" />,
            },
            { name: turbo.endsOn, value: formatDate(charge.endsAt, locale) },
          ]}
          balance={transaction}
        />
      )}
    />
  );
}

/** Number of units, what they burn and what they add, or why none can be charged. */
function TurboReview({ order }: { order: TurboOrder }) {
  const { turbo, turboNet } = useTexts('staking');
  const { review } = useTexts('action');
  const locale = useLocale();
  const { state } = useFlow();
  const { state: held, atMs } = useLiveStaking();
  const terms = useServerState($turboChargeInfo).data;
  const tiers = useServerState($tierList).data ?? [];
  const free = useFreeBalance('JU');
  const worthAt = useTurboWorth();
  const live = held.kind === 'ready' ? held.data.positions.find(({ position }) => position.id === order.stakingId) : undefined;
  if (terms === undefined || live === undefined) return <div className="dlg-body" aria-busy="true" />;
  const quote = quoteTurbo({ terms, tiers, live, units: order.units }, atMs);
  const { room } = quote;
  const days = formatDays(terms.durationDays, locale);
  if (room.kind === 'LATE') return <NoRoom why={interpolate(turbo.late, { days })} />;
  if (room.kind === 'FULL') return <NoRoom why={interpolate(turbo.full, { most: room.most })} />;
  const canPay = free === null || free >= quote.paysBaseUnits;
  const signs = { ...turboOrder(order), maxTotal: quote.paysBaseUnits };
  const rates = { from: formatRate(quote.rateBefore, locale), to: formatRate(quote.rateAfter, locale), days };
  return (
    <ReviewSheet
      isWithoutForm
      leaves={{ figure: <Figure isExact value={quote.paysBaseUnits} unit="JU" />, note: turbo.leaves }}
      arrives={{
        name: interpolate(turbo.arrives, { days }),
        figure: <Figure value={quote.gainBaseUnits} unit="JUF" sign="+" />,
      }}
      lines={[
        {
          name: turbo.position,
          value: <Figure value={order.amount} unit="JUF" />,
        },
        { name: turbo.rate, value: interpolate(turbo.rateFor, rates) },
        ...turboNetLines(worthAt(quote.paysBaseUnits, quote.gainBaseUnits), locale, turboNet),
        { name: review.fee, value: review.noFee },
      ]}
      after={{ token: 'JU', free, by: -quote.paysBaseUnits }}
      act={interpolate(turbo.act, { amount: formatAmount(quote.paysBaseUnits, { locale }), units: order.units })}
      canConfirm={canPay}
      signs={signs}
      beforeConfirm={() => turboChargeAction.review({ ...order, maxPaid: signs.maxTotal, terms: $stakingTerms.get().data, signs })}
    >
      <UnitStepper
        id="turbo-units"
        label={turbo.units}
        note={interpolate(turbo.most, {
          most: room.mostUnits,
          each: formatAmount(terms.pricePerUnit, { locale }),
          per: formatAmount(terms.perJuf, { locale }),
          paid: formatAmount(turboPaidFor(terms, order.amount), { locale }),
        })}
        units={order.units}
        least={1}
        most={state.step === 'reviewing' ? room.mostUnits : order.units}
        onChange={(units) => turboChargeAction.review({ ...order, units })}
      />
      {!canPay && <TooLittle free={free} />}
    </ReviewSheet>
  );
}

function NoRoom({ why }: { why: string }) {
  return (
    <div className="dlg-body">
      <Notice kind="info" text={why} />
    </div>
  );
}

function TooLittle({ free }: { free: bigint }) {
  const { turbo } = useTexts('staking');
  const locale = useLocale();
  const amount = formatShown(free, locale);
  return (
    <Notice kind="warning" text={interpolate(turbo.insufficient, { amount })}>
      <LeadLink to="deposit" token="JU" />
    </Notice>
  );
}
