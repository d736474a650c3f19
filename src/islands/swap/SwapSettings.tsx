import { formatAmount } from '../../lib/amount.ts';
import type { SwapForm, SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { PERCENT_DECIMALS, type SlippageChoice } from '../../lib/swap/slippage.ts';
import { StatedAmount } from '../action/StatedAmount.tsx';
import { Icon } from '../figures/Icon.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { writePercent } from './write-amount.ts';

interface SwapSettingsProps {
  form: SwapForm;
  change: (part: Partial<SwapForm>) => void;
  judgement: Pick<SwapJudgement, 'blocker' | 'deadlineMinutes' | 'slippageChoice'>;
  /** Until when a trade sent now is valid. */
  validUntil: string;
  isBusy: boolean;
}

const CHOICES = ['auto', '10', '50', '100', 'custom'] as const;

/** Rarely changed settings: how far the price may move, and for how long the trade is valid. Each error is shown beside its field. */
export function SwapSettings({ form, change, judgement, validUntil, isBusy }: SwapSettingsProps) {
  const { terms, blockers } = useTexts('swap');
  const isDeadlineWrong = judgement.deadlineMinutes === null;
  const isWrong = isDeadlineWrong || judgement.blocker === 'SLIPPAGE';
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost settings-open"
        popoverTarget="swap-settings"
        data-invalid={isWrong ? '' : undefined}
        disabled={isBusy}
      >
        <Icon name="settings" small />
        {terms.settings}
      </button>
      <div id="swap-settings" className="swap-settings form" popover="auto" role="dialog" aria-label={terms.settings}>
        <SlippageField
          form={form}
          choice={judgement.slippageChoice}
          change={change}
          fault={judgement.blocker === 'SLIPPAGE' ? blockers.SLIPPAGE : null}
          isBusy={isBusy}
        />
        <div className="field">
          <label htmlFor="swap-minutes">{terms.validFor}</label>
          <div className="own-slippage">
            <input
              id="swap-minutes"
              name="swap-minutes"
              className="input minutes num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={form.minutes}
              aria-invalid={isDeadlineWrong}
              aria-describedby="minutes-fault"
              disabled={isBusy}
              onChange={({ target }) => change({ minutes: target.value })}
            />
            {!isDeadlineWrong && (
              <small key={validUntil} className="num">
                {interpolate(terms.validUntil, { time: validUntil })}
              </small>
            )}
          </div>
          <p className="err" id="minutes-fault" role="status">
            {isDeadlineWrong && (
              <>
                <Icon name="alert" small />
                <span>{blockers.DEADLINE}</span>
              </>
            )}
          </p>
        </div>
      </div>
    </>
  );
}

interface SlippageFieldProps {
  form: SwapForm;
  /** As read. */
  choice: SlippageChoice | null;
  change: (part: Partial<SwapForm>) => void;
  /** Shown next to the field; null if nothing is wrong. */
  fault: string | null;
  isBusy: boolean;
}

function SlippageField({ form, choice, change, fault, isBusy }: SlippageFieldProps) {
  const texts = useTexts('swap').terms;
  const locale = useLocale();
  const name = (offered: (typeof CHOICES)[number]): string => {
    if (offered === 'auto') return texts.auto;
    return offered === 'custom' ? texts.other : writePercent(Number(offered), locale);
  };
  return (
    <fieldset className="slippage" disabled={isBusy}>
      <legend className="label">
        {texts.slippage} <WhatIs term="slippage" />
      </legend>
      <div className="seg">
        {CHOICES.map((offered) => (
          <label key={offered}>
            <input
              type="radio"
              name="slippage"
              value={offered}
              checked={form.slippage === offered}
              onChange={() =>
                change(offered === 'custom' ? { slippage: offered, customSlippage: writeOwn(form, locale) } : { slippage: offered })
              }
            />
            {name(offered)}
          </label>
        ))}
      </div>
      {form.slippage === 'custom' && (
        <div className="own-slippage">
          <input
            className="input num"
            name="custom-slippage"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder={formatAmount(50n, { locale, decimals: 2 })}
            value={form.customSlippage}
            aria-label={texts.customSlippage}
            aria-invalid={fault !== null}
            aria-describedby="slippage-fault"
            onChange={({ target }) => change({ customSlippage: target.value })}
          />
          <span aria-hidden="true">%</span>
          <small>
            <StatedAmount
              typed={form.customSlippage}
              amount={choice !== null && typeof choice === 'object' ? choice.customBasisPoints : null}
              decimals={PERCENT_DECIMALS}
              unit="%"
            />
          </small>
        </div>
      )}
      <p className="err" id="slippage-fault" role="status">
        {fault !== null && (
          <>
            <Icon name="alert" small />
            <span>{fault}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}

/** Starts with the previous custom value or the previous choice: an empty field would show an error before any input. */
function writeOwn({ slippage, customSlippage }: SwapForm, locale: string): string {
  if (customSlippage !== '') return customSlippage;
  const basisPoints = slippage === 'auto' || slippage === 'custom' ? '50' : slippage;
  return formatAmount(BigInt(basisPoints), { locale, useGrouping: false, decimals: PERCENT_DECIMALS });
}
