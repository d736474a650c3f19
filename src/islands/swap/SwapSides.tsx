import { useStore } from '@nanostores/react';
import { mulDivFloor } from '../../lib/amount.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { mostOf, type SwapForm } from '../../lib/swap/judge-swap.ts';
import type { Market, MarketFacts } from '../../lib/swap/market.ts';
import { reservesFor, type SwapQuote } from '../../lib/swap/quote-swap.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { unitOf } from '../../lib/token-decimals.ts';
import { tokenLogos } from '../../lib/token-logos.ts';
import { closeSwap } from '../../stores/swap-run.ts';
import { $tokenList, refreshMarket } from '../../stores/swap.ts';
import { AmountField } from '../action/AmountField.tsx';
import { bound, readTyped } from '../action/typed-amount.ts';
import { Icon } from '../figures/Icon.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useIsWalletMissing } from './SwapButton.tsx';
import type { useMarket } from './use-market.ts';
import type { SwapFormState } from './use-swap-form.ts';
import { writeAmount } from './write-amount.ts';

/** Maximum age of the exchange's figures when the person types; older ones are refreshed at once. */
const FRESH_MS = 1_000;

/** Whether JU can also be wrapped and unwrapped here. */
const WRAPPED: SwapSymbol = 'WJU';

interface SwapSidesProps {
  swapForm: SwapFormState;
  exchange: ReturnType<typeof useMarket>;
  quote: SwapQuote | null;
  /** The wallet has less than is to be paid. */
  isShort: boolean;
  /** A step of an earlier trade waits for another press. */
  isWaiting: boolean;
  isBusy: boolean;
}

/** The paid and the received side, and the button that swaps them. */
export function SwapSides(props: SwapSidesProps) {
  const texts = useTexts('swap').form;
  const { flip } = props.swapForm;
  return (
    <>
      <Side {...props} kind="EXACT_IN" />
      <div className="flip">
        <button type="button" className="icon-btn" aria-label={texts.flip} onClick={flip} disabled={props.isBusy}>
          <Icon name="flip" />
        </button>
      </div>
      <Side {...props} kind="EXACT_OUT" />
    </>
  );
}

/** One side of the trade: amount, token, and the wallet's balance. */
function Side({ kind, swapForm, exchange, quote, isShort, isWaiting, isBusy }: SwapSidesProps & Pick<SwapForm, 'kind'>) {
  const texts = useTexts('swap').form;
  const locale = useLocale();
  const { form, exact, type } = swapForm;
  const { facts, market, readAtMs } = exchange;
  const [id, symbol] = kind === 'EXACT_IN' ? (['swap-in', form.from] as const) : (['swap-out', form.to] as const);
  const decimals = decimalsIn(facts, symbol);
  const isExact = form.kind === kind;
  const quoted = quote && writeQuoted(kind, quote, locale);
  const side = isExact
    ? exact
    : { typed: quoted ?? '', token: symbol, decimals, reading: readTyped(quoted ?? '', symbol, decimals, locale) };
  const amount = bound(
    {
      ...side,
      type: (text) => {
        // The button no longer continues an unfinished swap of another amount.
        if (isWaiting) closeSwap();
        type(kind, text);
        if (Date.now() - readAtMs > FRESH_MS) void refreshMarket();
      },
    },
    { available: null },
  );
  const isFaulty = isExact && 'fault' in exact.judged;
  const most = market && mostOf(form.from, market.holdings, market.gasPrice);
  return (
    <AmountField
      id={id}
      label={labelOf(kind, isExact, texts)}
      amount={amount}
      hint={<Held symbol={symbol} exchange={exchange} />}
      choice={<TokenChoice id={id} symbol={symbol} swapForm={swapForm} isBusy={isBusy} />}
      worth={worthOf(kind, form, quote, exchange)}
      {...(kind === 'EXACT_IN' ? { shareOf: most && most * unitOf(decimals) } : { isWithoutBalance: true })}
      isBusy={isBusy}
      told={{ by: 'swap-message', isWrong: isFaulty || (kind === 'EXACT_IN' && isShort) }}
    />
  );
}

export function decimalsIn(facts: MarketFacts | null, symbol: SwapSymbol): number {
  return facts?.tokens[symbol].decimals ?? 18;
}

function labelOf(kind: SwapForm['kind'], isExact: boolean, texts: Texts<'swap'>['form']): string {
  if (kind === 'EXACT_IN') return isExact ? texts.pay : texts.payAbout;
  return isExact ? texts.receive : texts.receiveAbout;
}

function Held({ symbol, exchange: { facts, market, trouble } }: Pick<SwapSidesProps, 'exchange'> & { symbol: SwapSymbol }) {
  const texts = useTexts('swap').form;
  const locale = useLocale();
  const token = facts?.tokens[symbol];
  const balance = market?.holdings?.balances[symbol];
  // The figure would be of no connected wallet.
  const isMissing = useIsWalletMissing();
  const held = !isMissing && balance !== undefined && token && interpolate(texts.inWallet, { amount: writeAmount(balance, token, locale) });
  return (
    <span className="num held">
      {/* Not shown as loading if it can't be read for now: the message explains it. */}
      {market === null && trouble === null && <Skeleton width={8} />}
      {/* Another text is another element: one that grows towards its start would count as moved. */}
      {held && <span key={held}>{held}</span>}
    </span>
  );
}

interface TokenChoiceProps extends Pick<SwapSidesProps, 'swapForm' | 'isBusy'> {
  id: 'swap-in' | 'swap-out';
  symbol: SwapSymbol;
}

function TokenChoice({ id, symbol, swapForm: { choose }, isBusy }: TokenChoiceProps) {
  const texts = useTexts('swap').form;
  const symbols = [...useStore($tokenList).map((listed) => listed.symbol), WRAPPED];
  return (
    <span className="token token-choice">
      <TokenLogo symbol={symbol} />
      <select
        name={`${id}-token`}
        aria-label={id === 'swap-in' ? texts.tokenToPay : texts.tokenToReceive}
        value={symbol}
        disabled={isBusy}
        onChange={({ target }) => {
          const chosen = symbols.find((known) => known === target.value);
          if (chosen) choose(id === 'swap-in' ? 'from' : 'to', chosen);
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

/** The amount of the side that isn't typed. */
function writeQuoted(kind: SwapForm['kind'], quote: SwapQuote, locale: string): string {
  const [amount, token] = kind === 'EXACT_IN' ? [quote.amountIn, quote.tokenIn] : [quote.amountOut, quote.tokenOut];
  return writeAmount(amount, token, locale, false);
}

/** In 10⁻¹⁸ dollars; null while no amount or no price is known. */
function worthOf(
  kind: SwapForm['kind'],
  form: SwapForm,
  quote: SwapQuote | null,
  { facts, market }: SwapSidesProps['exchange'],
): bigint | null {
  const [symbol, quoted] = kind === 'EXACT_IN' ? [form.from, quote?.amountIn] : [form.to, quote?.amountOut];
  const amount = quoted ?? (form.kind === kind ? form.amount : null);
  const usdt = facts && market && amount !== null ? worthInUsdt(amount, symbol, facts, market) : null;
  return usdt && usdt * unitOf(decimalsIn(facts, 'USDT'));
}

/** A token's sign on a disc of its own colour. */
function TokenLogo({ symbol }: { symbol: SwapSymbol }) {
  const { tone, path } = tokenLogos[symbol];
  return (
    <svg className={`coin coin-${tone}`} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d={path} fillRule="evenodd" />
    </svg>
  );
}

/** An amount's worth in base units of USDT at the exchange's current price, without fee or impact; null if it has no pair of the two. */
function worthInUsdt(amount: bigint, symbol: SwapSymbol, { tokens, addresses }: MarketFacts, { pools }: Market): bigint | null {
  if (symbol === 'USDT') return amount;
  const address = symbol === 'JUF' ? tokens.JUF.address : addresses.wju;
  const reserves = reservesFor(pools, address, tokens.USDT.address);
  return reserves && reserves.reserveIn > 0n ? mulDivFloor(amount, reserves.reserveOut, reserves.reserveIn) : null;
}
