import { useState } from 'react';
import { mulDivFloor } from '../../lib/amount.ts';
import { sameAddress } from '../../lib/chain/wallets/read-answer.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { MarketFacts } from '../../lib/swap/market.ts';
import type { SwapQuote } from '../../lib/swap/quote-swap.ts';
import { amountAtMost } from '../../lib/swap/plan-swap.ts';
import { isNative, type SwapSymbol, type SwapToken } from '../../lib/swap/swap-token.ts';
import { Figure } from '../figures/Figure.tsx';
import { Icon } from '../figures/Icon.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import type { NetworkFee } from '../../lib/swap/judge-swap.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { digitsFor, writeAmount, writePercent } from './write-amount.ts';

interface TradeTermsProps {
  quote: SwapQuote | null;
  limit: bigint;
  facts: MarketFacts | null;
  feeBasisPoints: number;
  networkFee: NetworkFee | null;
  payToken: SwapSymbol;
  balanceIn: bigint | undefined;
}

/** Everything the trade takes and gives, before it is confirmed: in one line, which opens. */
export function TradeTerms({ quote, limit, facts, feeBasisPoints, networkFee, payToken, balanceIn }: TradeTermsProps) {
  const texts = useTexts('swap').terms;
  const locale = useLocale();
  const isWrap = quote?.path.length === 0;
  const share = quote && quote.path.length > 2 ? feeOfTwoPools(feeBasisPoints) : feeBasisPoints;
  const after = quote && balanceIn !== undefined ? balanceIn - amountAtMost({ quote, limit }) : undefined;
  const line = quote ? lineOf(quote, locale, texts) : texts.summary;
  return (
    <details className="terms-fold">
      <summary>
        <span key={line} className="num">
          {line}
        </span>
        <Icon name="down" small />
      </summary>
      <dl className="ledger terms">
        <div>
          <dt>{texts.rate}</dt>
          <dd>{quote ? <Rate quote={quote} /> : '–'}</dd>
        </div>
        <div>
          <dt>{interpolate(texts.fee, { percent: writePercent(isWrap ? 0 : share, locale) })}</dt>
          <dd>
            {quote ? <Amount value={quote.fee} token={quote.tokenIn} /> : '–'}
            {!isWrap && <small>{texts.feeTo}</small>}
          </dd>
        </div>
        <div>
          <dt>{texts.networkFee}</dt>
          <dd>{networkFee && facts ? <Gas fee={networkFee} facts={facts} /> : '–'}</dd>
        </div>
        <div>
          <dt>
            {texts.impact} <WhatIs term="impact" />
          </dt>
          <dd>{quote ? <span className={impactTone(quote)}>{writePercent(quote.priceImpactBasisPoints, locale)}</span> : '–'}</dd>
        </div>
        <div>
          <dt>{texts.route}</dt>
          <dd>{quote && facts ? (isWrap ? texts.wrap : routeOf(quote, facts)) : '–'}</dd>
        </div>
        <div>
          <dt>{interpolate(texts.payAfter, { token: payToken })}</dt>
          <dd>{quote && after !== undefined && after >= 0n ? <Amount value={after} token={quote.tokenIn} /> : '–'}</dd>
        </div>
        <div className="sum">
          <dt>{quote?.kind === 'EXACT_OUT' ? texts.most : texts.least}</dt>
          <dd>
            {quote ? (
              <Amount
                value={limit}
                token={quote.kind === 'EXACT_IN' ? quote.tokenOut : quote.tokenIn}
                isMost={quote.kind === 'EXACT_OUT'}
              />
            ) : (
              '–'
            )}
            <small>{texts.orUndone}</small>
          </dd>
        </div>
      </dl>
    </details>
  );
}

function Gas({ fee, facts }: { fee: NetworkFee; facts: MarketFacts }) {
  return (
    <>
      <Amount value={fee.ju} token={facts.tokens.JU} />
      {fee.usdt !== null && (
        <small>
          <Figure value={fee.usdt} decimals={facts.tokens.USDT.decimals} unit="US$" mostDigits={2} />
        </small>
      )}
    </>
  );
}

/** The terms that matter most, in one line. */
function lineOf(
  { tokenIn, tokenOut, amountIn, amountOut, fee, priceImpactBasisPoints }: SwapQuote,
  locale: string,
  texts: Texts<'swap'>['terms'],
): string {
  const rate = mulDivFloor(amountIn, 10n ** BigInt(tokenOut.decimals), amountOut);
  return interpolate(texts.line, {
    rate: interpolate(texts.rateOf, {
      one: tokenOut.symbol,
      amount: writeAmount(rate, { ...tokenIn, symbol: 'JU' }, locale),
      other: tokenIn.symbol,
    }),
    fee: `${writeAmount(fee, tokenIn, locale)} ${tokenIn.symbol}`,
    impact: writePercent(priceImpactBasisPoints, locale),
  });
}

function Rate({ quote }: { quote: SwapQuote }) {
  const texts = useTexts('swap').terms;
  const locale = useLocale();
  const [isTurned, setTurned] = useState(false);
  const [one, other, ofOne, ofOther] = isTurned
    ? [quote.tokenIn, quote.tokenOut, quote.amountIn, quote.amountOut]
    : [quote.tokenOut, quote.tokenIn, quote.amountOut, quote.amountIn];
  const rate = mulDivFloor(ofOther, 10n ** BigInt(one.decimals), ofOne);
  return (
    <button type="button" className="rate num" title={texts.turnRate} onClick={() => setTurned(!isTurned)}>
      {interpolate(texts.rateOf, { one: one.symbol, amount: writeAmount(rate, { ...other, symbol: 'JU' }, locale), other: other.symbol })}
      <Icon name="turn" small />
      <span className="vh">{texts.turnRate}</span>
    </button>
  );
}

interface AmountProps {
  value: bigint;
  token: SwapToken;
  /** What is paid at most is no more than it says. */
  isMost?: boolean;
}

function Amount({ value, token, isMost = false }: AmountProps) {
  const fractionDigits = digitsFor(value, token.decimals, token.symbol === 'USDT' ? 2 : 4);
  return <Figure value={value} decimals={token.decimals} unit={token.symbol} fractionDigits={fractionDigits} isRoundedUp={isMost} />;
}

/** The route as shown: JU at the ends, WJU in between. */
function routeOf({ path, tokenIn, tokenOut }: SwapQuote, { tokens, addresses }: MarketFacts): string {
  const nameOf = (address: (typeof path)[number]): string =>
    sameAddress(address, addresses.wju) ? 'WJU' : sameAddress(address, tokens.JUF.address) ? 'JUF' : 'USDT';
  return path
    .map((address, index) => {
      const isEnd = (index === 0 && isNative(tokenIn)) || (index === path.length - 1 && isNative(tokenOut));
      return isEnd ? 'JU' : nameOf(address);
    })
    .join(' › ');
}

function impactTone({ priceImpactBasisPoints }: SwapQuote): string {
  return priceImpactBasisPoints >= 300n ? 'num neg' : 'num';
}

/** The fee of a trade through two pools, each with this fee. */
function feeOfTwoPools(basisPoints: number): number {
  return Math.round((1 - (1 - basisPoints / 10_000) ** 2) * 1_000_000) / 100;
}
