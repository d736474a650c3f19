import { mostOf, type SwapForm } from '../../lib/swap/judge-swap.ts';
import type { MarketFacts } from '../../lib/swap/market.ts';
import type { SwapQuote } from '../../lib/swap/quote-swap.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { refreshMarket } from '../../stores/swap.ts';
import { closeSwap } from '../../stores/swap-run.ts';
import { Icon } from '../figures/Icon.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { TokenAmount } from './TokenAmount.tsx';
import type { useMarket } from './use-market.ts';
import type { SwapFormState } from './use-swap-form.ts';
import { worthInUsdt } from './worth-in-usdt.ts';
import { writeAmount } from './write-amount.ts';

/** Maximum age of the exchange's figures when the person types; older ones are refreshed at once. */
const FRESH_MS = 1_000;

interface SwapSidesProps {
  swapForm: SwapFormState;
  exchange: ReturnType<typeof useMarket>;
  quote: SwapQuote | null;
  /** The wallet has less than is to be paid. */
  isShort: boolean;
  /** A step of an earlier trade waits for another press. */
  isWaiting: boolean;
  isBusy: boolean;
  /** Label of the button that enters the whole balance. */
  most: string;
}

/** The paid and the received side, and the button that swaps them. */
export function SwapSides({ swapForm, exchange, quote, isShort, isWaiting, isBusy, most }: SwapSidesProps): React.JSX.Element {
  const texts = useTexts('swap').form;
  const locale = useLocale();
  const { form, typed, fault, type, choose, flip } = swapForm;
  const { facts, market, readAtMs, trouble } = exchange;
  const sideOf = (kind: SwapForm['kind']) => {
    const symbol = kind === 'EXACT_IN' ? form.from : form.to;
    return {
      value: form.kind === kind ? typed : writeQuoted(kind, quote, locale),
      onType: (text: string): void => {
        // The button no longer continues an unfinished swap of another amount.
        if (isWaiting) closeSwap();
        type(kind, text);
        if (Date.now() - readAtMs > FRESH_MS) void refreshMarket();
      },
      symbol,
      token: facts?.tokens[symbol],
      // Not shown as loading if it can't be read for now: the message explains it.
      balance: market !== null || trouble !== null ? (market?.holdings?.balances[symbol] ?? null) : undefined,
      worth: worthOf(kind, form, quote, exchange),
      usdtDecimals: decimalsIn(facts, 'USDT'),
      isBusy,
      locale,
      texts,
    };
  };
  return (
    <>
      <TokenAmount
        {...sideOf('EXACT_IN')}
        id="swap-in"
        label={form.kind === 'EXACT_IN' ? texts.pay : texts.payAbout}
        tokenLabel={texts.tokenToPay}
        onToken={(symbol) => choose('from', symbol)}
        most={{ amount: market && mostOf(form.from, market.holdings, market.gasPrice), text: most }}
        fault={isShort ? '' : form.kind === 'EXACT_IN' ? fault : null}
      />
      <div className="flip">
        <button type="button" className="icon-btn" aria-label={texts.flip} onClick={flip} disabled={isBusy}>
          <Icon name="flip" />
        </button>
      </div>
      <TokenAmount
        {...sideOf('EXACT_OUT')}
        id="swap-out"
        label={form.kind === 'EXACT_OUT' ? texts.receive : texts.receiveAbout}
        tokenLabel={texts.tokenToReceive}
        onToken={(symbol) => choose('to', symbol)}
        fault={form.kind === 'EXACT_OUT' ? fault : null}
      />
    </>
  );
}

export function decimalsIn(facts: MarketFacts | null, symbol: SwapSymbol): number {
  return facts?.tokens[symbol].decimals ?? 18;
}

/** The amount of the side that isn't typed. */
function writeQuoted(kind: SwapForm['kind'], quote: SwapQuote | null, locale: string): string {
  if (quote === null) return '';
  const [amount, token] = kind === 'EXACT_IN' ? [quote.amountIn, quote.tokenIn] : [quote.amountOut, quote.tokenOut];
  return writeAmount(amount, token, locale, false);
}

function worthOf(
  kind: SwapForm['kind'],
  form: SwapForm,
  quote: SwapQuote | null,
  { facts, market }: SwapSidesProps['exchange'],
): bigint | null {
  const [symbol, quoted] = kind === 'EXACT_IN' ? [form.from, quote?.amountIn] : [form.to, quote?.amountOut];
  const amount = quoted ?? (form.kind === kind ? form.amount : null);
  return facts && market && amount !== null ? worthInUsdt(amount, symbol, facts, market) : null;
}
