import { definePart } from '../../lib/visit/define-part.ts';
import { useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import { DepositLink } from './DepositLink.tsx';
import { readAmountField, type AmountBounds } from './read-amount-field.ts';
import { StatedAmount } from './StatedAmount.tsx';
import { usePart } from './use-part.ts';

/** A field's features beyond plain input, loaded when it gets the focus. */
const toolsPart = definePart(() => import('./AmountTools.tsx'));

/** In per cent of the most that can be entered. */
const SHARES = [25n, 50n, 75n, 100n];

interface AmountFieldProps extends AmountBounds {
  /** Also the key of the member's draft. */
  id: string;
  label: string;
  /** As typed; parse it with `readAmountField` and the same bounds. */
  value: string;
  onChange: (typed: string) => void;
  /** Shown beside the label: "Smallest stake 100 JUF". */
  hint?: string | undefined;
  /** Shown below everything else: "500.00 US$ left today". */
  note?: React.ReactNode;
  /** Nothing is held of what is entered, so no part of a balance can be taken. */
  isWithoutBalance?: boolean;
  /** Set once the member has tried to continue: an empty field is then an error. */
  isRequired?: boolean;
  /** Set until the island is hydrated. The field stays focusable, because focus is what hydrates the island. */
  isStill?: boolean;
  /** Not where the wallet's own balance is too small. */
  leadsToDeposit?: boolean;
}

/** A token amount in the member's number format; never converted to a number, never rounded. */
export function AmountField(props: AmountFieldProps): React.JSX.Element {
  const texts = useTexts('action').amount;
  const {
    id,
    label,
    value,
    onChange,
    hint,
    note,
    isRequired = false,
    isStill = false,
    isWithoutBalance = false,
    leadsToDeposit = true,
    ...bounds
  } = props;
  const { token, decimals, available, most = available } = bounds;
  const [isTurnedTo, setTurnedTo] = useState(false);
  const tools = usePart(toolsPart, isTurnedTo ? 'soon' : 'not yet');
  const type = (typed: string): void => {
    setTurnedTo(true);
    onChange(typed);
  };
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
          <Entry {...{ id, value, isStill }} onChange={type} isFaulty={fault !== null} onTurnedTo={() => setTurnedTo(true)} />
          <span className="token token-fixed">{token}</span>
        </div>
        <div className="amount-foot">
          <span className="num">
            <StatedAmount typed={value} decimals={decimals} unit={token} />
            {tools && <tools.AmountTools bounds={bounds} typed={value} onChange={onChange} />}
          </span>
          {available !== null && (
            <span className="num">
              <Figure value={available} decimals={decimals} unit={token} /> {texts.free}
            </span>
          )}
        </div>
        {!isWithoutBalance && <Shares most={isStill ? null : most} bounds={bounds} onChange={type} />}
        {note !== undefined && <p className="note num">{note}</p>}
      </div>
      <p className="err" id={`${id}-fault`} role="status">
        {fault !== null && (
          <Fault text={fault}>
            {leadsToDeposit && !reading.ok && reading.isShort && <DepositLink token={token} text={texts.deposit} />}
          </Fault>
        )}
      </p>
    </div>
  );
}

interface EntryProps extends Required<Pick<AmountFieldProps, 'id' | 'value' | 'onChange' | 'isStill'>> {
  isFaulty: boolean;
  onTurnedTo: () => void;
}

function Entry({ id, value, onChange, isStill, isFaulty, onTurnedTo }: EntryProps): React.JSX.Element {
  return (
    <input
      id={id}
      name={id}
      value={value}
      onFocus={onTurnedTo}
      onChange={({ target }) => onChange(target.value)}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      placeholder="0"
      maxLength={90}
      readOnly={isStill}
      aria-invalid={isFaulty}
      aria-describedby={`${id}-fault`}
    />
  );
}

interface SharesProps {
  /** The most that can be entered; null while it can't be taken from. */
  most: bigint | null;
  bounds: AmountBounds;
  onChange: (typed: string) => void;
}

function Shares({ most, bounds: { decimals, locale }, onChange }: SharesProps): React.JSX.Element {
  const texts = useTexts('action').amount;
  return (
    <div className="shares">
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          disabled={!most}
          onClick={() => {
            const part = share === 100n ? most : most && shortenAmount((most * share) / 100n, decimals);
            onChange(formatAmount(part ?? 0n, decimals, { locale, useGrouping: false }));
          }}
        >
          {share === 100n ? texts.most : formatRate(Number(share * 100n), locale)}
        </button>
      ))}
    </div>
  );
}

function Fault({ text, children }: { text: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <>
      <Icon name="alert" small />
      <span>
        {text}
        {spaceAfter(text)}
        {children}
      </span>
    </>
  );
}
