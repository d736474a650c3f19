import { definePart } from '../../lib/visit/define-part.ts';
import { type SubmitEvent, useEffect, useState } from 'react';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatAmount } from '../../lib/amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { pointsOrder } from '../../lib/api/contract/order-intent.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $juScoreInfo, $scoreLevels, buyPointsAction, type PointsOrder } from '../../stores/profile-score.ts';
import { AmountField } from '../action/AmountField.tsx';
import { LeadLink, Notice } from '../action/Notice.tsx';
import { bound, useAmountDraft } from '../action/typed-amount.ts';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { formatCount, pluralForm } from '../../lib/format-count.ts';
import { Figure, Points } from '../figures/Figure.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { pointsWorth } from '../../lib/worth.ts';
import { Worth } from '../worth/Worth.tsx';

const dialogPart = definePart(() => import('./BuyPointsDialog.tsx'));

/** The form to buy points, within the daily limit. */
export const BuyPoints = island(function BuyPoints() {
  const { buy: words, points } = useTexts('score');
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const free = useFreeBalance('USDT');
  const isAlive = useIsAlive();
  const [isAsked, setAsked] = useState(false);
  const left = info === undefined ? null : Math.max(0, info.dailyLimit - info.boughtToday);
  const amount = bound(useAmountDraft('points', pluralForm(points, left ?? 0, locale), 0), {
    available: null,
    max: left ? BigInt(left) * ONE : undefined,
  });
  const { typed, type, judged } = amount;
  const wanted = judged.kind === 'valid' ? judged.amount / ONE : null;
  const cost = wanted === null || info === undefined ? null : wanted * info.pricePerPoint;
  const missing = cost === null || free === null || free >= cost ? 0n : cost - free;
  const order = wanted === null || cost === null || left === 0 || missing > 0n ? null : orderOf(Number(wanted), cost, info?.terms);
  // What can be claimed for nothing comes first.
  const look = info?.claimable === 0 ? 'btn-primary' : 'btn-secondary';
  const { flow, state: action, button } = useFlowPart(dialogPart, buyPointsAction, typed === '' ? 'not yet' : 'soon');
  useEffect(() => buyPointsAction.$state.subscribe(({ step }) => step === 'done' && type('')), [type]);
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    if (order === null) setAsked(true);
    else buyPointsAction.review(order);
  };
  const usdt = (value: bigint | null) => <Figure value={value} unit="USDT" />;
  return (
    <Section id="buy" title={words.title} note={words.note}>
      <form className="form card buy-points" onSubmit={review} noValidate>
        <AmountField
          id="points"
          label={words.amount}
          amount={amount}
          whole={words.whole}
          isRequired={isAsked}
          isStill={!isAlive}
          isWithoutBalance
        />
        <Ledger
          lines={[
            { name: words.left, value: left === null ? '–' : <Points value={left} unit={points} /> },
            { name: words.each, value: usdt(info?.pricePerPoint ?? null) },
            { name: words.available, value: usdt(free) },
            { name: words.cost, value: usdt(cost), kind: 'sum' },
          ]}
        />
        {wanted !== null && cost !== null && <PointsWorth points={wanted} cost={cost} />}
        {left === 0 && <Notice kind="info" text={words.limit} />}
        {missing > 0n && (
          <Notice kind="warning" text={interpolate(words.missing, { amount: formatAmount(missing, { locale }) })}>
            <LeadLink to="deposit" token="USDT" />
          </Notice>
        )}
        <button
          type="submit"
          className={`btn btn-block ${look}`}
          disabled={!isAlive || left === 0}
          {...button}
          // What is typed can't be reviewed before its price is known.
          aria-disabled={isInFlight(action) || (wanted !== null && info === undefined)}
        >
          {words.review}
        </button>
      </form>
      {flow && <flow.BuyPointsDialog />}
    </Section>
  );
});

function orderOf(points: number, cost: bigint, terms: number | undefined): PointsOrder {
  return { points, terms, signs: { ...pointsOrder({ points }), maxTotal: cost } };
}

/** What points save in fees, and after how much sent they are paid back. */
function PointsWorth({ points, cost }: { points: bigint; cost: bigint }) {
  const words = useTexts('score').buy.worth;
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const levels = useServerState($scoreLevels).data ?? [];
  if (info?.transferFeeRate === undefined || levels.length === 0) return null;
  const feeRate = info.transferFeeRate;
  const worth = pointsWorth({ score: info.score, points: Number(points), cost, feeRate, levels });
  const write = (value: bigint): string => formatAmount(value, { locale, fractionDigits: 2 });
  const whole = (value: number): string => formatCount(value, locale);
  if (worth.kind === 'SAVES_NOTHING') {
    const { next } = worth;
    const text = next === null ? words.highest : interpolate(words.nothing, { level: next.level, from: whole(next.from) });
    return <Worth text={text} formula={[interpolate(words.fee, { fee: formatRate(feeRate, locale) })]} />;
  }
  const { level, saved, sent, rates } = worth;
  return (
    <Worth
      text={interpolate(words.saves, {
        level,
        saved: write(saved),
        each: whole(1_000),
        sent: formatAmount(sent, { locale }),
      })}
      formula={[
        interpolate(words.formula, { before: formatRate(rates.before, locale), after: formatRate(rates.after, locale), cost: write(cost) }),
        interpolate(words.fee, { fee: formatRate(feeRate, locale) }),
      ]}
    />
  );
}
