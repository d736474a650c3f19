import { useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { Figure, FigureIn } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { type BoundAmount, faultText } from './typed-amount.ts';
import { LeadLink } from './Notice.tsx';
import { StatedAmount } from './StatedAmount.tsx';
import { useWorth } from './use-worth.ts';

/** In per cent of the most that can be entered. */
const SHARES = [25n, 50n, 75n, 100n];
/** Characters of an amount that fit beside the token on phones; more are written smaller. */
const ROOM = 8;

interface AmountFieldProps {
  id: string;
  label: string;
  amount: BoundAmount;
  /** Shown beside the label: "Smallest stake 100 JUF". */
  hint?: React.ReactNode;
  /** Shown below everything else: "500.00 US$ left today". */
  note?: React.ReactNode;
  /** Where the token is chosen, if it is. */
  choice?: React.ReactNode;
  /** In 10⁻¹⁸ US dollars; null while no price is known. The field finds it out if nobody else does. */
  worth?: bigint | null | undefined;
  /** What the buttons take a part of, if not of what is available; null while unknown. */
  shareOf?: bigint | null;
  /** Nothing is held of what is entered, so no part of a balance can be taken. */
  isWithoutBalance?: boolean;
  /** Set once the member has tried to continue: an empty field is then an error. */
  isRequired?: boolean;
  /** Set until the island is hydrated. The field stays focusable, because focus is what hydrates the island. */
  isStill?: boolean;
  /** Nothing can be changed for now. */
  isBusy?: boolean;
  /** Whether what is too small is the wallet's own balance, so that no deposit helps. */
  isOfWallet?: boolean;
  /** Said instead of how many decimals are allowed, where none are. */
  whole?: string;
  /** What says what is wrong, where that isn't said right below, and whether anything is. */
  told?: { by: string; isWrong: boolean };
}

/** A token amount in the member's number format; never converted to a number, never rounded. */
export function AmountField(props: AmountFieldProps) {
  const texts = useTexts('action').amount;
  const { id, label, amount, hint, note, worth, isWithoutBalance = false, isStill = false, isBusy = false, told } = props;
  const { token, available, most = available } = amount;
  const { choice = <span className="token token-fixed">{token}</span>, shareOf = most } = props;
  const fault = useFault(props);
  const isWrong = told?.isWrong ?? fault !== null;
  const shares = !isWithoutBalance && <Shares amount={amount} most={isStill || isBusy ? null : shareOf} />;
  const field = (
    <div className="amount" data-invalid={isWrong ? '' : undefined}>
      <div className="amount-top">
        <label htmlFor={id}>{label}</label>
        {/* Keyed by text, so a change of width isn't a layout shift. */}
        {typeof hint === 'string' ? (
          <span key={hint} className="num">
            {hint}
          </span>
        ) : (
          hint
        )}
      </div>
      <div className="amount-row">
        <Entry {...{ id, amount, isStill, isBusy, isWrong }} faultId={told?.by ?? `${id}-fault`} />
        {choice}
      </div>
      <div className="amount-foot">
        <Reading amount={amount} worth={worth} />
        {available !== null && (
          <span className="num">
            <FigureIn text={texts.free} value={available} unit={token} />
          </span>
        )}
        {told && shares}
      </div>
      {!told && shares}
      {note !== undefined && <p className="note num">{note}</p>}
    </div>
  );
  if (told) return field;
  return (
    <div className="field">
      {field}
      <p className="err" id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
}

function useFault({ amount, isRequired = false, isOfWallet = false, whole }: AmountFieldProps): React.ReactNode {
  const texts = useTexts('action').amount;
  const locale = useLocale();
  const { token, judged } = amount;
  if (judged.kind === 'valid' || (judged.kind === 'empty' && !isRequired)) return null;
  const isFraction = judged.kind === 'invalid' && judged.fault.reason === 'TOO_MANY_FRACTION_DIGITS';
  const said = judged.kind === 'empty' ? texts.empty : (isFraction && whole) || faultText(judged.fault, token, locale, texts);
  return (
    <>
      <Icon name="alert" small />
      <span>
        {said}
        {spaceAfter(said)}
        {judged.kind === 'short' && <Leads token={token} isOfWallet={isOfWallet} />}
      </span>
    </>
  );
}

/** JUF comes from a swap, the others from outside. */
function Leads({ token, isOfWallet }: { token: string; isOfWallet: boolean }) {
  const last = token === 'JUF' ? <LeadLink to="swap" token={token} /> : isOfWallet && <LeadLink to="get" token={token} />;
  return (
    <span className="leads">
      {!isOfWallet && <LeadLink to="deposit" token={token} />}
      {last}
    </span>
  );
}

interface EntryProps extends Required<Pick<AmountFieldProps, 'id' | 'amount' | 'isStill' | 'isBusy'>> {
  isWrong: boolean;
  faultId: string;
}

function Entry({ id, amount: { typed, type }, isStill, isBusy, isWrong, faultId }: EntryProps) {
  return (
    <input
      id={id}
      name={id}
      value={typed}
      data-long={typed.length > ROOM || undefined}
      onChange={({ target }) => type(target.value)}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      placeholder="0"
      maxLength={90}
      readOnly={isStill}
      disabled={isBusy}
      aria-invalid={isWrong}
      aria-describedby={faultId}
    />
  );
}

/** What was read, what it is worth, and whether it was lowered. */
function Reading({ amount, worth }: Pick<AmountFieldProps, 'amount' | 'worth'>) {
  const texts = useTexts('action').amount;
  const locale = useLocale();
  const { typed, token, judged } = amount;
  const found = useWorth(worth === undefined ? judged.amount : null, token);
  const usd = worth === undefined ? found : worth;
  const lowered = useLowered(amount);
  return (
    <span className="num">
      <StatedAmount typed={typed} amount={judged.amount} unit={token} />
      {usd !== null && usd > 0n && (
        <>
          ≈ <Figure value={shortenAmount(usd)} unit="US$" mostDigits={2} />
        </>
      )}
      {lowered !== null && (
        <span className="lowered" role="status">
          {interpolate(texts.lowered, { amount: formatAmount(lowered, { locale }), token })}
        </span>
      )}
    </span>
  );
}

/** When a fee or premium comes on top and the balance no longer covers both, lowers the amount to the most that it covers. Null unless it did so. */
function useLowered({ available, most, type, judged: { amount } }: BoundAmount): bigint | null {
  const locale = useLocale();
  const [lowered, setLowered] = useState<bigint | null>(null);
  const before = useRef(most);
  useEffect(() => {
    const [was, now] = [before.current, most];
    before.current = now;
    if (was === undefined || now === undefined || available === null || amount === null) return;
    if (now === 0n || now >= was || amount <= now || amount > was || amount > available) return;
    const next = shortenAmount(now);
    setLowered(next);
    type(formatAmount(next, { locale, useGrouping: false }));
  }, [most]);
  return lowered === amount ? lowered : null;
}

/** Stand from the start, but take nothing while `most` is null. */
function Shares({ amount: { type, decimals }, most }: { amount: BoundAmount; most: bigint | null }) {
  const texts = useTexts('action').amount;
  const locale = useLocale();
  return (
    <div className="shares">
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          disabled={!most}
          onClick={() => {
            if (most === null) return;
            const part = share === 100n ? most : shortenAmount((most * share) / 100n);
            // Not more digits than may be typed.
            type(formatAmount(part - (part % unitOf(decimals)), { locale, useGrouping: false }));
          }}
        >
          {share === 100n ? texts.most : formatRate(Number(share * 100n), locale)}
        </button>
      ))}
    </div>
  );
}
