import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { type SubmitEvent, useEffect, useState } from 'react';
import { isInFlight } from '../../lib/action/action-state.ts';
import { formatAmount, fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import { pointsOrder } from '../../lib/api/contract/order-intent.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { $juScoreInfo } from '../../stores/profile-score.ts';
import { buyPointsAction, type PointsOrder } from '../../stores/score-actions.ts';
import { AmountField } from '../action/AmountField.tsx';
import { DepositLink } from '../action/DepositLink.tsx';
import { Notice } from '../action/Notice.tsx';
import { type AmountBounds, readAmountField } from '../action/read-amount-field.ts';
import { TokenFigure } from '../action/TokenFigure.tsx';
import { useAmountDraft } from '../action/use-amount-draft.ts';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { useFlowPart } from '../action/use-flow-part.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { Points } from '../figures/Points.tsx';
import { pluralForm } from '../figures/plural-form.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { PointsWorth } from './PointsWorth.tsx';

const dialogPart = definePart(() => import('./BuyPointsDialog.tsx'));

/** The form to buy points, within the daily limit. */
export const BuyPoints = island(function BuyPoints(): React.JSX.Element {
  const { buy: words, points } = useTexts('score');
  const { amount } = useTexts('action');
  const locale = useLocale();
  const info = useServerState($juScoreInfo).data;
  const free = useFreeBalance('USDT');
  const isAlive = useIsAlive();
  const [typed, setTyped] = useAmountDraft('points');
  const [isAsked, setAsked] = useState(false);
  const left = info === undefined ? null : Math.max(0, info.dailyLimit - info.boughtToday);
  const bounds = boundsOf(left, points, locale);
  const reading = readAmountField(typed, bounds, { ...amount, tooManyDigits: words.whole });
  const wanted = reading.ok ? reading.amountBaseUnits : null;
  const cost = wanted === null || info === undefined ? null : wanted * fromDecimalString(info.pricePerPoint, TOKEN_DECIMALS);
  const missing = cost === null || free === null || free >= cost ? 0n : cost - free;
  const order = wanted === null || cost === null || left === 0 || missing > 0n ? null : orderOf(Number(wanted), cost, info?.terms);
  // What can be claimed for nothing comes first.
  const look = info?.claimable === 0 ? 'btn-primary' : 'btn-secondary';
  const { flow, state: action, button } = useFlowPart(dialogPart, buyPointsAction, typed === '' ? 'not yet' : 'soon');
  useEffect(() => buyPointsAction.$state.subscribe(({ step }) => step === 'done' && setTyped('')), [setTyped]);
  const review = (event: SubmitEvent): void => {
    event.preventDefault();
    if (order === null) setAsked(true);
    else buyPointsAction.review(order);
  };
  const usdt = (value: bigint | null): React.JSX.Element => <TokenFigure value={value} unit="USDT" />;
  return (
    <Section id="buy" title={words.title} note={words.note}>
      <form className="form card buy-points" onSubmit={review} noValidate>
        <AmountField
          {...bounds}
          id="points"
          label={words.amount}
          value={typed}
          onChange={setTyped}
          isRequired={isAsked}
          isStill={!isAlive}
          isWithoutBalance
        />
        <Ledger
          lines={[
            { name: words.left, value: left === null ? '–' : <Points value={left} unit={points} /> },
            { name: words.each, value: usdt(info === undefined ? null : fromDecimalString(info.pricePerPoint, TOKEN_DECIMALS)) },
            { name: words.available, value: usdt(free) },
            { name: words.cost, value: usdt(cost), kind: 'sum' },
          ]}
        />
        {wanted !== null && cost !== null && <PointsWorth points={wanted} cost={cost} />}
        {left === 0 && <Notice kind="info" text={words.limit} />}
        {missing > 0n && (
          <Notice kind="warning" text={interpolate(words.missing, { amount: formatAmount(missing, TOKEN_DECIMALS, { locale }) })}>
            <DepositLink token="USDT" text={amount.deposit} />
          </Notice>
        )}
        <button
          type="submit"
          className={`btn btn-block ${look}`}
          disabled={!isAlive || left === 0}
          {...button}
          aria-disabled={isInFlight(action)}
        >
          {words.review}
        </button>
      </form>
      {flow && <flow.BuyPointsDialog />}
    </Section>
  );
});

/** Of what is left to buy today; null while that isn't known. */
function boundsOf(left: number | null, points: Texts<'score'>['points'], locale: string): AmountBounds {
  const bounds = { token: pluralForm(points, left ?? 0, locale), decimals: 0, locale, available: null };
  return left !== null && left > 0 ? { ...bounds, max: BigInt(left) } : bounds;
}

function orderOf(points: number, cost: bigint, terms: number | undefined): PointsOrder {
  return { points, terms, signs: { ...pointsOrder({ points }), maxTotal: toDecimalString(cost, TOKEN_DECIMALS) } };
}
