import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatAmount, fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import { stakeOrder } from '../../lib/api/contract/order-intent.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import { smallestStake } from '../../lib/staking/choose-tier.ts';
import { quoteStake, type StakeQuote } from '../../lib/staking/quote-stake.ts';
import { STAKING_DECIMALS } from '../../lib/staking/staking-types.ts';
import { $minuteMs } from '../../stores/now.ts';
import { stakeAction, type StakeOrder } from '../../stores/staking-actions.ts';
import { $periodList, $stakingTerms, $rewardPool, $stakeDraft, $tierList } from '../../stores/staking.ts';
import { AmountField } from '../action/AmountField.tsx';
import { Notice } from '../action/Notice.tsx';
import { readAmountField, type AmountBounds } from '../action/read-amount-field.ts';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useDraft } from '../action/use-draft.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { PeriodChoice } from './PeriodChoice.tsx';
import { StakeTerms } from './StakeTerms.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';

const dialogPart = definePart(() => import('./StakeDialog.tsx'));

/** The form for a new stake; the resulting terms and the projection are shown below and beside it. */
export const NewStake = island(function NewStake(): React.JSX.Element {
  const { form } = useTexts('staking');
  const amountTexts = useTexts('action').amount;
  const locale = useLocale();
  const tiers = useServerState($tierList).data ?? [];
  const { data: periods = [], error } = useServerState($periodList);
  const pool = useServerState($rewardPool).data;
  const free = useFreeBalance('JUF');
  const nowMs = useStore($minuteMs, { ssr: () => 0 });
  const [typed, setTyped] = useAmountDraft('stake');
  const [periodId, setPeriodId] = useDraft('stake-period');
  const [isAsked, setAsked] = useState(false);
  const isAlive = useIsAlive();
  const { flow, state, button } = useFlowPart(dialogPart, stakeAction, typed === '' ? 'not yet' : 'soon');

  const smallest = smallestStake(tiers);
  const bounds = boundsOf(free, smallest, locale);
  const reading = readAmountField(typed, bounds, amountTexts);
  // Terms are shown even if the amount exceeds the balance.
  const wished = readAmountField(typed, { ...bounds, available: null }, amountTexts);
  const amount = wished.ok ? wished.amountBaseUnits : null;
  const period = periods.find(({ id }) => id === periodId) ?? periods.at(-1);
  const quote = amount === null || period === undefined ? null : quoteStake(amount, period, tiers);
  useStakeDraft(amount, periodId, setTyped);

  const write = (value: bigint): string => formatAmount(shortenAmount(value, STAKING_DECIMALS), STAKING_DECIMALS, { locale });
  const order = quote === null || !reading.ok ? null : orderOf(quote);
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    if (order === null) setAsked(true);
    else stakeAction.review(order);
  };
  return (
    <>
      <form className="form card" onSubmit={review} noValidate>
        <AmountField
          {...bounds}
          id="stake-amount"
          label={form.amount}
          value={typed}
          onChange={setTyped}
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
          aria-disabled={isInFlight(state) || (!reading.ok && !reading.isEmpty)}
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
  free: string;
  text: string;
}

/** Says so where the pool can't promise the stake's returns. */
function PoolShort({ quote: { returnsBaseUnits }, free, text }: PoolShortProps): React.JSX.Element | null {
  const locale = useLocale();
  const freeBaseUnits = fromDecimalString(free, STAKING_DECIMALS);
  if (returnsBaseUnits <= freeBaseUnits) return null;
  const write = (value: bigint): string => formatAmount(value, STAKING_DECIMALS, { locale, fractionDigits: 2 });
  return <Notice kind="warning" text={interpolate(text, { amount: write(freeBaseUnits), needed: write(returnsBaseUnits) })} />;
}

function boundsOf(available: bigint | null, smallest: bigint | null, locale: string): AmountBounds {
  return { token: 'JUF', decimals: STAKING_DECIMALS, locale, available, ...(smallest !== null && { min: smallest }) };
}

function orderOf({ amountBaseUnits, returnsBaseUnits, period }: StakeQuote): StakeOrder {
  const amount = toDecimalString(amountBaseUnits, STAKING_DECIMALS);
  return {
    amount,
    periodId: period.id,
    days: period.days,
    back: toDecimalString(amountBaseUnits + returnsBaseUnits, STAKING_DECIMALS),
    terms: $stakingTerms.get().data,
    signs: { ...stakeOrder(period.days, { amount, periodId: period.id }), maxTotal: amount },
  };
}
