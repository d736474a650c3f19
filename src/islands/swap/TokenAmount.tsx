import { useStore } from '@nanostores/react';
import { formatAmount } from '../../lib/amount.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import type { SwapSymbol, SwapToken } from '../../lib/swap/swap-token.ts';
import { $tokenList } from '../../stores/swap.ts';
import { StatedAmount } from '../action/StatedAmount.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { TokenLogo } from './TokenLogo.tsx';
import { writeAmount } from './write-amount.ts';

/** Whether JU can also be wrapped and unwrapped here. */
const WRAPPED: SwapSymbol = 'WJU';

/** In per cent of the most that can be paid. */
const SHARES = [25n, 50n, 75n, 100n];

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
  /** The most that can be paid, and its label; only where it can be chosen. */
  most?: { amount: bigint | null; text: string };
  /** In base units of USDT; null while no amount or no price is known. */
  worth: bigint | null;
  usdtDecimals: number;
  fault: string | null;
  isBusy: boolean;
}

/** Characters of an amount that fit beside the token on phones; more are written smaller. */
const ROOM = 8;

/** One side of the trade: amount, token, and the wallet's balance. */
export function TokenAmount(props: TokenAmountProps): React.JSX.Element {
  const texts = useTexts('swap').form;
  const { id, label, tokenLabel, value, onType, symbol, onToken, token, balance, most, worth, usdtDecimals, fault, isBusy } = props;
  const locale = useLocale();
  const held = typeof balance === 'bigint' && token && interpolate(texts.inWallet, { amount: writeAmount(balance, token, locale) });
  return (
    <div className="amount" data-invalid={fault === null ? undefined : ''}>
      <div className="amount-top">
        <label htmlFor={id}>{label}</label>
        <span className="num held">
          {balance === undefined && <Skeleton width={8} />}
          {/* Another text is another element: one that grows towards its start would count as moved. */}
          {held && <span key={held}>{held}</span>}
        </span>
      </div>
      <div className="amount-row">
        <input
          id={id}
          name={id}
          value={value}
          data-long={value.length > ROOM || undefined}
          onChange={({ target }) => onType(target.value)}
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
        <TokenChoice id={id} label={tokenLabel} symbol={symbol} onToken={onToken} isBusy={isBusy} />
      </div>
      <div className="amount-foot">
        <span className="num">
          {token && <StatedAmount typed={value} decimals={token.decimals} unit={symbol} />}
          {worth !== null && (
            <>
              ≈ <Figure value={worth} decimals={usdtDecimals} unit="US$" mostDigits={2} />
            </>
          )}
        </span>
        {most && <Shares most={isBusy ? null : most.amount} ofAll={most.text} token={token} onType={onType} />}
      </div>
    </div>
  );
}

interface TokenChoiceProps extends Pick<TokenAmountProps, 'id' | 'symbol' | 'onToken' | 'isBusy'> {
  label: string;
}

function TokenChoice({ id, label, symbol, onToken, isBusy }: TokenChoiceProps): React.JSX.Element {
  const texts = useTexts('swap').form;
  const symbols = [...useStore($tokenList).map((listed) => listed.symbol), WRAPPED];
  return (
    <span className="token token-choice">
      <TokenLogo symbol={symbol} />
      <select
        name={`${id}-token`}
        aria-label={label}
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
  );
}

interface SharesProps extends Pick<TokenAmountProps, 'token' | 'onType'> {
  /** Null while it isn't known or can't be taken from. */
  most: bigint | null;
  /** Label of the button that enters all of it. */
  ofAll: string;
}

function Shares({ most, ofAll, token, onType }: SharesProps): React.JSX.Element {
  const locale = useLocale();
  return (
    <span className="shares">
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          disabled={!most || !token}
          onClick={() => {
            if (!most || !token) return;
            const part = share === 100n ? most : shortenAmount((most * share) / 100n, token.decimals);
            onType(formatAmount(part, token.decimals, { locale, useGrouping: false }));
          }}
        >
          {share === 100n ? ofAll : formatRate(Number(share * 100n), locale)}
        </button>
      ))}
    </span>
  );
}
