import { useStore } from '@nanostores/react';
import { interpolate } from '../jsx/interpolate.ts';
import { $isActivePairing, $marketState } from '../../stores/swap.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { type BoundAmount, faultText } from '../action/typed-amount.ts';
import { LeadLink } from '../action/Notice.tsx';
import { Icon } from '../figures/Icon.tsx';
import { formatClock } from '../figures/format-time.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { SwapForm, SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { writePercent } from './write-amount.ts';

interface SwapMessagesProps {
  form: SwapForm;
  exact: BoundAmount;
  judgement: SwapJudgement;
  typedWord: string;
  onWord: (typed: string) => void;
}

/** What blocks the trade, and warnings about it; one line is always reserved. */
export function SwapMessages({ form, exact: { judged, token }, judgement, typedWord, onWord }: SwapMessagesProps): React.JSX.Element {
  const { warnings, blockers } = useTexts('swap');
  const { amount } = useTexts('action');
  const locale = useLocale();
  const { trouble, readAtMs } = useStore($marketState, { ssr: 'initial' });
  const isActive = useStore($isActivePairing, { ssr: 'initial' });
  const { quote, impact, slippageWarning, slippageBasisPoints } = judgement;
  // Shown even before an amount is entered.
  const blocker = isActive === false && judgement.blocker === 'AMOUNT' ? 'NO_PAIR' : judgement.blocker;
  const percent = quote ? writePercent(quote.priceImpactBasisPoints, locale) : '';
  const isOld = trouble === 'UNREACHABLE' && readAtMs > 0;
  const hindrance =
    'fault' in judged
      ? faultText(judged.fault, token, locale, amount)
      : trouble !== null && !isOld
        ? blockers[trouble]
        : blocker === null || blocker === 'LOADING' || blocker === 'AMOUNT'
          ? null
          : blockerText(blocker, form, blockers);
  const isShort = judgement.blocker === 'INSUFFICIENT_BALANCE' || judgement.blocker === 'INSUFFICIENT_GAS';
  const lacking = judgement.blocker === 'INSUFFICIENT_GAS' ? 'JU' : form.from;
  return (
    <div className="swap-messages">
      <p className="err" id="swap-message" role="status">
        {hindrance !== null && (
          <>
            <Icon name="alert" small />
            <span>
              {hindrance}
              {isShort && spaceAfter(hindrance)}
              {/* JUF comes from a swap only, or by a payout. */}
              {isShort && lacking !== 'JUF' && <LeadLink to="get" token={lacking} />}
            </span>
          </>
        )}
      </p>
      {isOld && <Warning text={interpolate(warnings.stale, { time: formatClock(readAtMs, locale) })} />}
      {impact === 'WARN' && <Warning text={interpolate(warnings.impact, { percent })} />}
      {slippageWarning !== null && (
        <Warning text={interpolate(warnings[slippageWarning], { percent: writePercent(slippageBasisPoints, locale) })} />
      )}
      {/* Nobody is asked to confirm what can't be paid anyway. */}
      {impact === 'TYPE' && blocker !== 'INSUFFICIENT_BALANCE' && (
        <>
          <Warning isGrave text={interpolate(warnings.typeImpact, { percent, word: warnings.impactWord })} />
          <input
            className="input"
            name="impact-word"
            autoComplete="off"
            aria-label={interpolate(warnings.typeLabel, { word: warnings.impactWord })}
            value={typedWord}
            onChange={({ target }) => onWord(target.value)}
          />
        </>
      )}
    </div>
  );
}

function Warning({ text, isGrave = false }: { text: string; isGrave?: boolean }): React.JSX.Element {
  return (
    <div className={`callout ${isGrave ? 'callout-neg' : 'callout-warn'}`} role="status">
      <Icon name="alert" />
      <p>{text}</p>
    </div>
  );
}

function blockerText(blocker: keyof Texts<'swap'>['blockers'], { from, to }: SwapForm, blockers: Texts<'swap'>['blockers']): string {
  return interpolate(blockers[blocker], { from, to, token: from });
}
