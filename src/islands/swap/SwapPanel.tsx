import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { isUnderWay } from '../../lib/swap/reduce-swap-run.ts';
import { $deadline, $marketState, $swapFee, refreshMarket, startMarket, swapClient } from '../../stores/swap.ts';
import { $swapRun, followEarlierSwap } from '../../stores/swap-run.ts';
import type { ActionTexts } from '../action/action-texts.ts';
import { formatClock } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { judgeSwap, mostOf } from './judge-swap.ts';
import { SlippageField } from './SlippageField.tsx';
import { SwapButton } from './SwapButton.tsx';
import { SwapMessages } from './SwapMessages.tsx';
import { SwapProgress } from './SwapProgress.tsx';
import type { SwapTexts } from './swap-texts.ts';
import { TokenAmount } from './TokenAmount.tsx';
import { TradeTerms } from './TradeTerms.tsx';
import { useBatchOffer } from './use-batch-offer.ts';
import { useSwapForm } from './use-swap-form.ts';
import { writeAmount } from './write-amount.ts';

export interface SwapPanelProps {
  locale: string;
  texts: Pick<SwapTexts, 'form' | 'terms' | 'act' | 'warnings' | 'blockers' | 'run' | 'failures'>;
  amountTexts: ActionTexts['amount'];
}

/** How old the exchange's figures may be when the person types: then they are read at once, not at the next beat. */
const FRESH_MS = 1_000;

/** The box in which a trade is put together, and beside it what becomes of it. */
export function SwapPanel({ locale, texts, amountTexts }: SwapPanelProps): React.JSX.Element {
  const { facts, market, readAtMs } = useStore($marketState, { ssr: 'initial' });
  const feeBasisPoints = useStore($swapFee, { ssr: 'initial' });
  const run = useStore($swapRun, { ssr: 'initial' });
  const nowSeconds = useStore($deadline, { ssr: 'initial' });
  const decimalsOf = (symbol: SwapSymbol): number => facts?.tokens[symbol].decimals ?? 18;
  const { form, typed, fault, change, type, choose, flip, fill: fill } = useSwapForm({ decimalsOf, locale, texts: amountTexts });
  const [typedWord, setTypedWord] = useState('');
  const isAlive = useIsAlive();
  const isTogether = useBatchOffer(typed !== '');
  useEffect(startMarket, []);
  useEffect(startFollowingSoon, []);
  useEffect(() => {
    // Left as it was, the next press would trade the same once more.
    if (run.stage === 'DONE') type(form.kind, '');
    // Taken up after a reload: what was only approved is traded by the next press.
    if (run.stage === 'PENDING' && typed === '') fill(run.quote);
  }, [run.stage]);

  const judgement = judgeSwap(form, facts, market, locale);
  const { quote } = judgement;
  const isBusy = !isAlive || isUnderWay(run);
  const holdings = market?.holdings;
  const balanceOf = (symbol: SwapSymbol): bigint | null | undefined => (market ? (holdings?.balances[symbol] ?? null) : undefined);
  const most = market && mostOf(form.from, holdings, market.gasPrice);
  const typeAmount = (kind: typeof form.kind, text: string): void => {
    type(kind, text);
    if (Date.now() - readAtMs > FRESH_MS) void refreshMarket();
  };
  const shown = (kind: typeof form.kind): string => {
    if (form.kind === kind) return typed;
    return quote
      ? writeAmount(kind === 'EXACT_IN' ? quote.amountIn : quote.amountOut, kind === 'EXACT_IN' ? quote.tokenIn : quote.tokenOut, locale)
      : '';
  };
  const validUntil =
    market && judgement.deadlineMinutes !== null ? formatClock((nowSeconds + judgement.deadlineMinutes * 60) * 1_000, locale) : '–';
  const isShort = judgement.blocker === 'INSUFFICIENT_BALANCE';
  return (
    <div className="bench swap">
      <form className="swapbox card" aria-label={texts.form.label} onSubmit={(event) => event.preventDefault()}>
        <TokenAmount
          id="swap-in"
          label={form.kind === 'EXACT_IN' ? texts.form.pay : texts.form.payAbout}
          tokenLabel={texts.form.tokenToPay}
          value={shown('EXACT_IN')}
          onType={(text) => typeAmount('EXACT_IN', text)}
          symbol={form.from}
          onToken={(symbol) => choose('from', symbol)}
          token={facts?.tokens[form.from]}
          balance={balanceOf(form.from)}
          most={amountTexts.most}
          onMost={most ? () => typeAmount('EXACT_IN', formatAmount(most, decimalsOf(form.from), { locale })) : undefined}
          fault={isShort ? '' : form.kind === 'EXACT_IN' ? fault : null}
          isBusy={isBusy}
          locale={locale}
          texts={texts.form}
        />
        <div className="flip">
          <button type="button" className="icon-btn" aria-label={texts.form.flip} onClick={flip} disabled={isBusy}>
            <Icon name="flip" />
          </button>
        </div>
        <TokenAmount
          id="swap-out"
          label={form.kind === 'EXACT_OUT' ? texts.form.receive : texts.form.receiveAbout}
          tokenLabel={texts.form.tokenToReceive}
          value={shown('EXACT_OUT')}
          onType={(text) => typeAmount('EXACT_OUT', text)}
          symbol={form.to}
          onToken={(symbol) => choose('to', symbol)}
          token={facts?.tokens[form.to]}
          balance={balanceOf(form.to)}
          fault={form.kind === 'EXACT_OUT' ? fault : null}
          isBusy={isBusy}
          locale={locale}
          texts={texts.form}
        />
        <SwapMessages
          form={form}
          fault={fault}
          judgement={judgement}
          typedWord={typedWord}
          onWord={setTypedWord}
          locale={locale}
          texts={texts}
        />
        <TradeTerms
          quote={quote}
          limit={judgement.limit}
          facts={facts}
          feeBasisPoints={feeBasisPoints}
          networkFee={judgement.networkFee}
          payToken={form.from}
          balanceIn={balanceOf(form.from) ?? undefined}
          locale={locale}
          texts={texts.terms}
        >
          <div>
            <dt>
              <label htmlFor="swap-minutes">{texts.terms.validFor}</label>
            </dt>
            <dd>
              <input
                id="swap-minutes"
                name="swap-minutes"
                className="input minutes num"
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={form.minutes}
                aria-invalid={judgement.deadlineMinutes === null}
                disabled={isBusy}
                onChange={({ target }) => change({ minutes: target.value })}
              />
              <small key={validUntil} className="num">
                {validUntil}
              </small>
            </dd>
          </div>
        </TradeTerms>
        <SlippageField
          form={form}
          change={change}
          fault={judgement.blocker === 'SLIPPAGE' ? texts.blockers.SLIPPAGE : null}
          isBusy={isBusy}
          locale={locale}
          texts={texts.terms}
        />
        <SwapButton
          form={form}
          judgement={judgement}
          facts={facts}
          isWordMissing={judgement.impact === 'TYPE' && !isWord(typedWord, texts.warnings.impactWord)}
          onStart={() => setTypedWord('')}
          locale={locale}
          texts={texts}
        />
      </form>
      <SwapProgress run={run} isTogether={isTogether} locale={locale} texts={texts} />
    </div>
  );
}

/** What this device sent is followed once the page stands: what it takes is not needed before. */
function startFollowingSoon(): () => void {
  let stop: (() => void) | undefined;
  let isGone = false;
  const timer = setTimeout(() => {
    import('../../stores/transactions.ts').then(
      ({ startFollowing, followTransaction }) => {
        if (isGone) return;
        stop = startFollowing(swapClient);
        void followEarlierSwap(followTransaction);
      },
      // Offline, or a new release took the file away: the next page follows.
      () => undefined,
    );
  }, 0);
  return () => {
    isGone = true;
    clearTimeout(timer);
    stop?.();
  };
}

function isWord(typed: string, word: string): boolean {
  return typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
}
