import { useStore } from '@nanostores/react';
import { dropInvisible } from '../../lib/drop-invisible.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { SwapSymbol, SwapToken } from '../../lib/swap/swap-token.ts';
import { $tokenList } from '../../stores/swap.ts';
import { Icon } from '../figures/Icon.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import type { SwapTexts } from './swap-texts.ts';
import { TokenLogo } from './TokenLogo.tsx';
import { writeAmount } from './write-amount.ts';

/** Whether JU can also be wrapped and unwrapped here. */
const WRAPPED: SwapSymbol = 'WJU';

interface TokenAmountProps {
  id: string;
  label: string;
  tokenLabel: string;
  value: string;
  onType: (typed: string) => void;
  symbol: SwapSymbol;
  onToken: (symbol: SwapSymbol) => void;
  /** Undefined until the chain has been read. */
  token: SwapToken | undefined;
  /** The wallet's balance; null if no wallet is known, undefined until it has been read. */
  balance: bigint | null | undefined;
  onMost?: (() => void) | undefined;
  most?: string | undefined;
  fault: string | null;
  isBusy: boolean;
  locale: string;
  texts: SwapTexts['form'];
}

/** One side of the trade: amount, token, and the wallet's balance. */
export function TokenAmount(props: TokenAmountProps): React.JSX.Element {
  const { id, label, tokenLabel, value, onType, symbol, onToken, token, balance, onMost, most, fault, isBusy, locale, texts } = props;
  const symbols = [...useStore($tokenList).map((listed) => listed.symbol), WRAPPED];
  const held = typeof balance === 'bigint' && token && interpolate(texts.inWallet, { amount: writeAmount(balance, token, locale) });
  return (
    <div className="amount" data-invalid={fault === null ? undefined : ''}>
      <div className="amount-top">
        <label htmlFor={id}>{label}</label>
        <span className="num held">
          {balance === undefined && <Skeleton width={8} />}
          {/* Keyed by value, so that a change of width isn't a layout shift. */}
          {held && <span key={`${held} ${onMost ? 'most' : ''}`}>{held}</span>}
          {onMost && (
            <button type="button" className="max" onClick={onMost} disabled={isBusy}>
              {most}
            </button>
          )}
        </span>
      </div>
      <div className="amount-row">
        <input
          id={id}
          name={id}
          value={value}
          onChange={({ target }) => onType(dropInvisible(target.value))}
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0"
          maxLength={90}
          disabled={isBusy}
          aria-invalid={fault !== null}
          aria-describedby="swap-message"
        />
        <span className="token token-choice">
          <TokenLogo symbol={symbol} />
          <select
            name={`${id}-token`}
            aria-label={tokenLabel}
            value={symbol}
            disabled={isBusy}
            onChange={({ target }) => {
              const chosen = symbols.find((known) => known === target.value);
              if (chosen) onToken(chosen);
            }}
          >
            {symbols.map((known) => (
              <option key={known} value={known}>
                {known === 'WJU' ? interpolate(texts.wrapped, { token: known }) : known}
              </option>
            ))}
          </select>
          <span className="token-name" aria-hidden="true">
            {symbol}
          </span>
          <Icon name="down" small />
        </span>
      </div>
    </div>
  );
}
