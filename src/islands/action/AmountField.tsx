import { formatAmount } from '../../lib/amount.ts';
import { dropInvisible } from '../../lib/drop-invisible.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import type { ActionTexts } from './action-texts.ts';
import { readAmountField, type AmountBounds } from './read-amount-field.ts';

interface AmountFieldProps extends AmountBounds {
  /** Also the key of the member's draft. */
  id: string;
  label: string;
  /** As typed; parse it with `readAmountField` and the same bounds. */
  value: string;
  onChange: (typed: string) => void;
  texts: ActionTexts['amount'];
  /** Shown beside the label: "Smallest stake 100 JUF". */
  hint?: string | undefined;
  /** Shown below the field on the left: what the amount is worth. */
  worth?: React.ReactNode;
  /** Set once the member has tried to continue: an empty field is then an error. */
  isRequired?: boolean;
  /** Set until the island is hydrated. The field stays focusable, because focus is what hydrates the island. */
  isStill?: boolean;
  /** Not where the wallet's own balance is too small. */
  leadsToDeposit?: boolean;
}

/** A token amount in the member's number format; never converted to a number, never rounded. */
export function AmountField(props: AmountFieldProps): React.JSX.Element {
  const { id, label, value, onChange, texts, hint, worth, isRequired = false, isStill = false, leadsToDeposit = true, ...bounds } = props;
  const { token, decimals, locale, available, most = available } = bounds;
  const reading = readAmountField(value, bounds, texts);
  const fault = reading.ok || (reading.isEmpty && !isRequired) ? null : reading.message;
  return (
    <div className="field">
      <div className="amount" data-invalid={fault === null ? undefined : ''}>
        <div className="amount-top">
          <label htmlFor={id}>{label}</label>
          {/* Keyed by text, so a change of width isn't a layout shift. */}
          {hint !== undefined && (
            <span key={hint} className="num">
              {hint}
            </span>
          )}
        </div>
        <div className="amount-row">
          <input
            id={id}
            name={id}
            value={value}
            onChange={(event) => onChange(dropInvisible(event.target.value))}
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            maxLength={90}
            readOnly={isStill}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-fault`}
          />
          <span className="token token-fixed">{token}</span>
        </div>
        <div className="amount-foot">
          <span className="num">{worth}</span>
          {available !== null && (
            <span className="num">
              <Figure value={available} decimals={decimals} locale={locale} unit={token} /> {texts.free}{' '}
              {most !== null && most > 0n && !isStill && (
                <button type="button" className="max" onClick={() => onChange(formatAmount(most, decimals, { locale }))}>
                  {texts.most}
                </button>
              )}
            </span>
          )}
        </div>
      </div>
      <p className="err" id={`${id}-fault`} role="status">
        {fault !== null && (
          <>
            <Icon name="alert" small />
            <span>
              {fault}{' '}
              {leadsToDeposit && !reading.ok && reading.isShort && (
                // A dialog would stay above what the link leads to.
                <a
                  href={`${localePath(pageLanguage(), '/wallet')}#deposit`}
                  onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
                >
                  {interpolate(texts.deposit, { token })}
                </a>
              )}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
