import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatAmount, toDecimalString } from '../../lib/amount.ts';
import { stakeOrder } from '../../lib/api/contract/order-intent.ts';
import { formatDays, formatRate } from '../../lib/format-terms.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import { smallestStake, type StakingPeriod } from '../../lib/staking/choose-tier.ts';
import { formatMultiplier, quoteStake, type StakeQuote } from '../../lib/staking/quote-stake.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { $minuteMs } from '../../stores/now.ts';
import { stakeAction, type StakeOrder } from '../../stores/staking-actions.ts';
import { $periodList, $rewardPool, $stakeDraft, $stakingTerms, $tierList } from '../../stores/staking.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Notice } from '../action/Notice.tsx';
import { bound, useAmountDraft } from '../action/typed-amount.ts';
import { useDraft } from '../action/use-draft.ts';
import { useFilledIn } from '../action/use-filled-in.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';

const dialogPart = definePart(() => import('./StakeDialog.tsx'));

/** The default number of periods, to reserve space for them. */
const PLACEHOLDERS = [1, 2, 3, 4];

const DAY_MS = 86_400_000;

/** The form for a new stake; the resulting terms and the projection are shown below and beside it. */
export const NewStake = island(function NewStake() {
  const { form } = useTexts('staking');
  const locale = useLocale();
  const tiers = useServerState($tierList).data ?? [];
  const { data: periods = [], error } = useServerState($periodList);
  const pool = useServerState($rewardPool).data;
  const free = useFreeBalance('JUF');
  const nowMs = useStore($minuteMs, { ssr: () => 0 });
  const [periodId, setPeriodId] = useDraft('stake-period');
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const smallest = smallestStake(tiers);
  const amount = bound(useAmountDraft('stake', 'JUF'), { available: free, min: smallest ?? undefined });
  const { typed, judged } = amount;
  const { flow, state, button } = useFlowPart(dialogPart, stakeAction, typed === '' ? 'not yet' : 'soon');

  // Terms are shown even if the amount exceeds the balance.
  const wished = judged.kind === 'valid' || judged.kind === 'short' ? judged.amount : null;
  const period = periods.find(({ id }) => id === periodId) ?? periods.at(-1);
  const quote = wished === null || period === undefined ? null : quoteStake(wished, period, tiers);
  useStakeDraft(wished, periodId, amount.type);
  useFilledIn((filledIn) => {
    amount.type(formatAmount(filledIn.amount, { locale, useGrouping: false }));
    setPeriodId(filledIn.choice ?? '');
  });

  const write = (value: bigint): string => formatAmount(shortenAmount(value), { locale });
  const order = quote === null || judged.kind !== 'valid' ? null : orderOf(quote);
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    if (order === null) setAsked(true);
    else stakeAction.review(order);
  };
  return (
    <>
      <form className="form card" onSubmit={review} noValidate>
        <AmountField
          id="stake-amount"
          label={form.amount}
          amount={amount}
          hint={smallest === null ? '\u00a0' : interpolate(form.smallest, { amount: write(smallest) })}
          isRequired={isAsked}
          isStill={!isAlive}
        />
        {/* The overview uses the same call and already reports the failure with a retry button. */}
        {(periods.length > 0 || !error) && (
          <PeriodChoice label={form.period} periods={periods} chosen={period?.id ?? null} choose={setPeriodId} />
        )}
        <StakeTerms quote={quote} free={free} nowMs={nowMs} />
        {quote !== null && pool !== undefined && <PoolShort quote={quote} free={pool.free} text={form.poolShort} />}
        <button
          type="submit"
          className="btn btn-primary btn-block"
          {...button}
          disabled={!isAlive}
          // Nothing can be reviewed before there is an amount and the periods are known; a press says what is missing.
          aria-disabled={isInFlight(state) || order === null}
        >
          {quote === null ? form.reviewEmpty : interpolate(form.review, { amount: write(quote.amountBaseUnits) })}
        </button>
      </form>
      {flow && <flow.StakeDialog quote={quote} free={free} nowMs={nowMs} />}
    </>
  );
});

/** Lets the projection follow what is typed, and empties the field once the stake is made. */
function useStakeDraft(amountBaseUnits: bigint | null, periodId: string, setTyped: (typed: string) => void): void {
  useEffect(() => {
    $stakeDraft.set({ amountBaseUnits, periodId: periodId === '' ? null : periodId });
  }, [amountBaseUnits, periodId]);
  useEffect(
    () =>
      stakeAction.$state.subscribe(({ step }) => {
        if (step === 'done') setTyped('');
      }),
    [setTyped],
  );
}

interface PoolShortProps {
  quote: StakeQuote;
  /** How much the reward pool can still promise. */
  free: bigint;
  text: string;
}

/** Says so where the pool can't promise the stake's returns. */
function PoolShort({ quote: { returnsBaseUnits }, free, text }: PoolShortProps) {
  const locale = useLocale();
  if (returnsBaseUnits <= free) return null;
  const write = (value: bigint): string => formatAmount(value, { locale, fractionDigits: 2 });
  return <Notice kind="warning" text={interpolate(text, { amount: write(free), needed: write(returnsBaseUnits) })} />;
}

function orderOf({ amountBaseUnits: amount, returnsBaseUnits, period }: StakeQuote): StakeOrder {
  return {
    amount,
    periodId: period.id,
    days: period.days,
    back: amount + returnsBaseUnits,
    terms: $stakingTerms.get().data,
    signs: { ...stakeOrder(period.days, { amount: toDecimalString(amount), periodId: period.id }), maxTotal: amount },
  };
}

interface PeriodChoiceProps {
  label: string;
  /** Empty while unknown. */
  periods: readonly StakingPeriod[];
  chosen: string | null;
  choose: (periodId: string) => void;
}

/** Chooses the term; shows its annual rate before the tier's multiplier. */
function PeriodChoice({ label, periods, chosen, choose }: PeriodChoiceProps) {
  const locale = useLocale();
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="seg periods">
        {periods.length === 0 &&
          PLACEHOLDERS.map((key) => (
            <label key={key} aria-hidden="true">
              <span>
                <Skeleton width={4} />
              </span>
              <small>
                <Skeleton width={4} />
              </small>
            </label>
          ))}
        {periods.map(({ id, days, apr }) => (
          <label key={id}>
            <input type="radio" name="stake-period" value={id} checked={id === chosen} onChange={() => choose(id)} />
            <span>{formatDays(days, locale)}</span>
            <small>{formatRate(apr, locale)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface StakeTermsProps {
  /** Null while there is nothing to stake; all lines then show a placeholder. */
  quote: StakeQuote | null;
  free: bigint | null;
  nowMs: number;
}

/** The terms that result from the form, before the review. */
function StakeTerms({ quote, free, nowMs }: StakeTermsProps) {
  const { form } = useTexts('staking');
  const { review } = useTexts('action');
  const locale = useLocale();
  const left = quote === null || free === null || free < quote.amountBaseUnits ? null : free - quote.amountBaseUnits;
  const unlocks = quote === null ? '–' : formatDate(new Date(nowMs + quote.period.days * DAY_MS).toISOString(), locale);
  const juf = (value: bigint | null) => <Figure value={value} unit="JUF" />;
  return (
    <Ledger
      lines={[
        {
          name: form.rate,
          value: (
            <>
              <span className="num">{quote === null ? '–' : rateOf(quote, locale, form.rateOf)}</span>
              <small>{quote === null ? '\u00a0' : interpolate(form.tier, { tier: quote.tier.name })}</small>
            </>
          ),
        },
        { name: form.unlocks, value: <span className="num">{unlocks}</span> },
        { name: interpolate(review.afterwards, { token: 'JUF' }), value: juf(left) },
        { name: form.returns, value: juf(quote && quote.returnsBaseUnits) },
        { name: form.back, value: juf(quote && quote.amountBaseUnits + quote.returnsBaseUnits), kind: 'sum' },
      ]}
    />
  );
}

function rateOf({ period, tier, rate }: StakeQuote, locale: string, text: string): string {
  const result = formatRate(rate, locale);
  if (rate === period.apr) return result;
  return interpolate(text, { rate: formatRate(period.apr, locale), multiplier: formatMultiplier(tier.multiplier, locale), result });
}
