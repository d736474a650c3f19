import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { SwapSymbol } from '../../lib/swap/swap-token.ts';
import { isUnderWay } from '../../lib/swap/reduce-swap-run.ts';
import { $deadline, $swapFee, firstSwapFee, refreshMarket } from '../../stores/swap.ts';
import { $swapRun, closeSwap } from '../../stores/swap-run.ts';
import { showToast } from '../../stores/toasts.ts';
import type { ActionTexts } from '../action/action-texts.ts';
import { useLater } from '../action/use-later.ts';
import { ChainState } from '../chain/ChainState.tsx';
import { formatClock } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { judgeSwap, mostOf } from '../../lib/swap/judge-swap.ts';
import { SwapButton } from './SwapButton.tsx';
import { SwapMessages } from './SwapMessages.tsx';
import { SwapProgress } from './SwapProgress.tsx';
import { SwapSettings } from './SwapSettings.tsx';
import type { SwapTexts } from './swap-texts.ts';
import { TokenAmount } from './TokenAmount.tsx';
import { TradeTerms } from './TradeTerms.tsx';
import { useBatchOffer } from './use-batch-offer.ts';
import { useMarket } from './use-market.ts';
import { useSwapForm } from './use-swap-form.ts';
import { worthInUsdt } from './worth-in-usdt.ts';
import { writeAmount } from './write-amount.ts';

export interface SwapPanelProps {
  locale: string;
  texts: Pick<SwapTexts, 'form' | 'terms' | 'act' | 'warnings' | 'blockers' | 'run' | 'failures'>;
  amountTexts: ActionTexts['amount'];
  receiptTexts: ActionTexts['follow']['receipt'];
}

/** Maximum age of the exchange's figures when the person types; older ones are refreshed at once. */
const FRESH_MS = 1_000;

/** The box in which a trade is put together, and beside it what becomes of it. */
export function SwapPanel(props: SwapPanelProps): React.JSX.Element {
  return (
    <ChainState>
      <Panel {...props} />
    </ChainState>
  );
}

function Panel({ locale, texts, amountTexts, receiptTexts }: SwapPanelProps): React.JSX.Element {
  const { facts, market, readAtMs, trouble } = useMarket();
  const feeBasisPoints = useStore($swapFee, { ssr: firstSwapFee });
  const run = useStore($swapRun, { ssr: 'initial' });
  const nowSeconds = useStore($deadline, { ssr: 'initial' });
  const decimalsOf = (symbol: SwapSymbol): number => facts?.tokens[symbol].decimals ?? 18;
  const { form, typed, fault, change, type, choose, flip, fill } = useSwapForm({ decimalsOf, locale, texts: amountTexts });
  const [typedWord, setTypedWord] = useState('');
  const isAlive = useIsAlive();
  const isTogether = useBatchOffer(typed !== '');
  useOutcomeTold(run.stage, texts);
  // What this device sent is followed once the page stands: what it takes is not needed before.
  const { module: following } = useLater(loadFollowing, isAlive ? 'soon' : 'not yet');
  useEffect(() => {
    // Otherwise the next press would repeat the same trade.
    if (run.stage === 'DONE') type(form.kind, '');
    // Resumed after a reload: what was only approved is traded by the next press.
    if ((run.stage === 'PENDING' || run.stage === 'WAITING') && typed === '') fill(run.quote);
  }, [run.stage]);

  const judgement = judgeSwap(form, facts, market, locale);
  const { quote } = judgement;
  const isBusy = !isAlive || isUnderWay(run);
  const holdings = market?.holdings;
  // Nobody waits for what can't be read for now: the message says so.
  const balanceOf = (symbol: SwapSymbol): bigint | null | undefined =>
    market !== null || trouble !== null ? (holdings?.balances[symbol] ?? null) : undefined;
  const most = market && mostOf(form.from, holdings, market.gasPrice);
  const typeAmount = (kind: typeof form.kind, text: string): void => {
    // What was left to do of another amount is no longer what the button does.
    if (run.stage === 'WAITING') closeSwap();
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
  const worthOf = (kind: typeof form.kind): bigint | null => {
    const [symbol, quoted] = kind === 'EXACT_IN' ? [form.from, quote?.amountIn] : [form.to, quote?.amountOut];
    const amount = quoted ?? (form.kind === kind ? form.amount : null);
    return facts && market && amount !== null ? worthInUsdt(amount, symbol, facts, market) : null;
  };
  return (
    <>
      <form className="swapbox card" aria-label={texts.form.label} onSubmit={(event) => event.preventDefault()}>
        <SwapSettings
          form={form}
          change={change}
          judgement={judgement}
          validUntil={validUntil}
          isBusy={isBusy}
          locale={locale}
          texts={texts}
        />
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
          most={{ amount: most, text: amountTexts.most }}
          worth={worthOf('EXACT_IN')}
          usdtDecimals={decimalsOf('USDT')}
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
          worth={worthOf('EXACT_OUT')}
          usdtDecimals={decimalsOf('USDT')}
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
      <SwapProgress run={run} isTogether={isTogether} locale={locale} texts={texts} receiptTexts={receiptTexts} />
      {following && <following.FollowTransactions />}
    </>
  );
}

const loadFollowing = () => import('./FollowTransactions.tsx');

/** Reports how a swap that was running on this page ended, wherever the person is looking. */
function useOutcomeTold(stage: string, { run, failures }: Pick<SwapTexts, 'run' | 'failures'>): void {
  const before = useRef(stage);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (was !== 'PENDING' || stage === was) return;
    if (stage === 'DONE') showToast({ kind: 'success', message: run.doneTitle });
    if (stage === 'FAILED') showToast({ kind: 'info', title: failures.title, text: run.seeBelow });
  }, [stage]);
}

function isWord(typed: string, word: string): boolean {
  return typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
}
