import { interpolate } from '../jsx/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import type { SwapForm, SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { useTexts } from '../root/island.ts';
import { SlippageField } from './SlippageField.tsx';

interface SwapSettingsProps {
  form: SwapForm;
  change: (part: Partial<SwapForm>) => void;
  judgement: Pick<SwapJudgement, 'blocker' | 'deadlineMinutes' | 'slippageChoice'>;
  /** Until when a trade sent now is valid. */
  validUntil: string;
  isBusy: boolean;
}

/** Rarely changed settings: how far the price may move, and for how long the trade is valid. Each error is shown beside its field. */
export function SwapSettings({ form, change, judgement, validUntil, isBusy }: SwapSettingsProps): React.JSX.Element {
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
