import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { Eip1193Provider } from '../../lib/chain/wallets/eip1193.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { identifierOf } from '../../lib/identifier.ts';
import { judgeSwap, type SwapForm, type SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { isUnderWay, type SwapRun } from '../../lib/swap/reduce-swap-run.ts';
import { followingPart } from '../../stores/following.ts';
import { $user } from '../../stores/session.ts';
import { $swapRun, batchPart, closeSwap, followEarlierSwap } from '../../stores/swap-run.ts';
import { $deadline, $isActivePairing, $marketState, $swapFee, firstSwapFee } from '../../stores/swap.ts';
import { showToast } from '../../stores/toasts.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import { LeadLink } from '../action/Notice.tsx';
import { type BoundAmount, faultText } from '../action/typed-amount.ts';
import { useFilledIn } from '../action/use-filled-in.ts';
import { usePart } from '../action/use-part.ts';
import { ChainState } from '../chain/ChainState.tsx';
import { formatClock } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { SwapButton } from './SwapButton.tsx';
import { failureTitle, mayStillPass, SwapProgress } from './SwapProgress.tsx';
import { SwapSettings } from './SwapSettings.tsx';
import { decimalsIn, SwapSides } from './SwapSides.tsx';
import { TradeTerms } from './TradeTerms.tsx';
import { useMarket } from './use-market.ts';
import { type SwapFormState, useSwapForm } from './use-swap-form.ts';
import { writePercent } from './write-amount.ts';
import { useShown } from '../state/use-shown.ts';

/** The form for a trade, and the progress of the current one. */
export const SwapPanel = island(function SwapPanel() {
  return (
    <ChainState>
      <Panel />
    </ChainState>
  );
});

function Panel() {
  const { label } = useTexts('swap').form;
  const locale = useLocale();
  const exchange = useMarket();
  const { facts, market } = exchange;
  const run = useShown($swapRun);
  const nowSeconds = useShown($deadline);
  const swapForm = useSwapForm((symbol) => decimalsIn(facts, symbol));
  const { form, exact, change } = swapForm;
  const isAlive = useIsAlive();
  const isTogether = useBatchOffer(exact.typed !== '');
  useOutcomeTold(run);
  useFormAfterRun(run, swapForm);
  useFollowing(isAlive);
  useFilledIn(({ amount }) => swapForm.type('EXACT_IN', formatAmount(amount, { locale, useGrouping: false })));

  const judgement = judgeSwap(form, facts, market, locale);
  const isBusy = !isAlive || isUnderWay(run);
  const validUntil =
    market && judgement.deadlineMinutes !== null ? formatClock((nowSeconds + judgement.deadlineMinutes * 60) * 1_000, locale) : '–';
  return (
    <>
      <form className="swapbox card" aria-label={label} onSubmit={(event) => event.preventDefault()}>
        <SwapSettings form={form} change={change} judgement={judgement} validUntil={validUntil} isBusy={isBusy} />
        <SwapSides
          swapForm={swapForm}
          exchange={exchange}
          quote={judgement.quote}
          isShort={judgement.blocker === 'INSUFFICIENT_BALANCE'}
          isWaiting={run.stage === 'WAITING'}
          isBusy={isBusy}
        />
        <Confirmation form={form} exact={exact} judgement={judgement} exchange={exchange} />
      </form>
      <SwapProgress run={run} isTogether={isTogether} />
    </>
  );
}

/** Empties or fills the form, depending on how the trade ended, and clears that away for the next. */
function useFormAfterRun(run: SwapRun, { form, exact, type, fill }: SwapFormState): void {
  useEffect(() => {
    // Otherwise the next press would repeat the same trade.
    if (run.stage === 'DONE') type(form.kind, '');
    // Resumed after a reload: what was only approved is traded by the next press.
    if ((run.stage === 'PENDING' || run.stage === 'WAITING') && exact.typed === '') fill(run.quote);
  }, [run.stage]);
  // What became of the last swap doesn't stand under the next one's amount, unless it may still go through.
  useEffect(() => {
    if (exact.typed !== '' && (run.stage === 'DONE' || (run.stage === 'FAILED' && !mayStillPass(run)))) closeSwap();
  }, [exact.typed]);
}

interface ConfirmationProps {
  form: SwapForm;
  exact: BoundAmount;
  judgement: SwapJudgement;
  exchange: ReturnType<typeof useMarket>;
}

/** Objections to the trade, its terms, and the button that starts it. */
function Confirmation({ form, exact, judgement, exchange: { facts, market } }: ConfirmationProps) {
  const { warnings } = useTexts('swap');
  const feeBasisPoints = useStore($swapFee, { ssr: firstSwapFee });
  const [typedWord, setTypedWord] = useState('');
  return (
    <>
      <SwapMessages form={form} exact={exact} judgement={judgement} typedWord={typedWord} onWord={setTypedWord} />
      <TradeTerms
        quote={judgement.quote}
        limit={judgement.limit}
        facts={facts}
        feeBasisPoints={feeBasisPoints}
        networkFee={judgement.networkFee}
        payToken={form.from}
        balanceIn={market?.holdings?.balances[form.from]}
      />
      <SwapButton
        form={form}
        judgement={judgement}
        facts={facts}
        isWordMissing={judgement.impact === 'TYPE' && !isWord(typedWord, warnings.impactWord)}
        onStart={() => setTypedWord('')}
      />
    </>
  );
}

/** Follows this device's transactions once the page is shown: the code for it isn't needed before. */
function useFollowing(isAlive: boolean): void {
  const following = usePart(followingPart, isAlive ? 'now' : 'not yet');
  useEffect(() => {
    if (following === null) return undefined;
    const stop = following.followTransactions();
    void followEarlierSwap(following.followTransaction);
    return stop;
  }, [following]);
}

/** Reports how a swap that was running on this page ended, wherever the person is looking. */
function useOutcomeTold(swap: SwapRun): void {
  const { run, failures } = useTexts('swap');
  const { stage } = swap;
  const before = useRef<string>(stage);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (was !== 'PENDING' || stage === was) return;
    if (stage === 'DONE') showToast({ kind: 'success', message: run.doneTitle });
    if (swap.stage === 'FAILED') showToast({ kind: 'info', title: failureTitle(swap, failures), text: run.seeBelow });
  }, [stage]);
}

function isWord(typed: string, word: string): boolean {
  return identifierOf(typed).toLocaleLowerCase() === word.toLocaleLowerCase();
}

/** Whether the attached wallet supports batches; queried once somebody enters a trade. */
function useBatchOffer(isWanted: boolean): boolean {
  const chain = useShown($walletChain);
  const owner = useStore($user, { ssr: () => null })?.address;
  const [offering, setOffering] = useState<Eip1193Provider | null>(null);
  const provider = isWanted && chain.status === 'RIGHT' ? chain.provider : null;
  useEffect(() => {
    if (!provider || owner === undefined) return;
    // Until it's known, the steps are sent one by one.
    void batchPart
      .whenLoaded({ isAhead: true })
      .then(async ({ batchesOf }) => setOffering((await batchesOf(provider, owner).areOffered()) ? provider : null));
  }, [provider, owner]);
  return provider !== null && offering === provider;
}

interface SwapMessagesProps {
  form: SwapForm;
  exact: BoundAmount;
  judgement: SwapJudgement;
  typedWord: string;
  onWord: (typed: string) => void;
}

/** What blocks the trade, and warnings about it; one line is always reserved. */
function SwapMessages({ form, exact: { judged, token }, judgement, typedWord, onWord }: SwapMessagesProps) {
  const { warnings, blockers } = useTexts('swap');
  const { amount } = useTexts('action');
  const locale = useLocale();
  const { trouble, readAtMs } = useShown($marketState);
  const isActive = useShown($isActivePairing);
  const { quote, impact, slippageWarning, slippageBasisPoints } = judgement;
  // Shown even before an amount is entered.
  const blocker = isActive === false && judgement.blocker === 'AMOUNT' ? 'NO_PAIR' : judgement.blocker;
  const percent = quote ? writePercent(quote.priceImpactBasisPoints, locale) : '';
  const isOld = trouble === 'UNREACHABLE' && readAtMs > 0;
  const hindrance =
    'fault' in judged
      ? faultText(judged.fault, token, locale, amount)
      : trouble !== null && !isOld
        ? blockers[trouble]
        : blocker === null || blocker === 'LOADING' || blocker === 'AMOUNT'
          ? null
          : blockerText(blocker, form, blockers);
  const isShort = judgement.blocker === 'INSUFFICIENT_BALANCE' || judgement.blocker === 'INSUFFICIENT_GAS';
  const lacking = judgement.blocker === 'INSUFFICIENT_GAS' ? 'JU' : form.from;
  return (
    <div className="swap-messages">
      <p className="err" id="swap-message" role="status">
        {hindrance !== null && (
          <>
            <Icon name="alert" small />
            <span>
              {hindrance}
              {isShort && spaceAfter(hindrance)}
              {/* JUF comes from a swap only, or by a payout. */}
              {isShort && lacking !== 'JUF' && <LeadLink to="get" token={lacking} />}
            </span>
          </>
        )}
      </p>
      {isOld && <Warning text={interpolate(warnings.stale, { time: formatClock(readAtMs, locale) })} />}
      {impact === 'WARN' && <Warning text={interpolate(warnings.impact, { percent })} />}
      {slippageWarning !== null && (
        <Warning text={interpolate(warnings[slippageWarning], { percent: writePercent(slippageBasisPoints, locale) })} />
      )}
      {/* Nobody is asked to confirm what can't be paid anyway. */}
      {impact === 'TYPE' && blocker !== 'INSUFFICIENT_BALANCE' && (
        <>
          <Warning isGrave text={interpolate(warnings.typeImpact, { percent, word: warnings.impactWord })} />
          <input
            className="input"
            name="impact-word"
            autoComplete="off"
            aria-label={interpolate(warnings.typeLabel, { word: warnings.impactWord })}
            value={typedWord}
            onChange={({ target }) => onWord(target.value)}
          />
        </>
      )}
    </div>
  );
}

function Warning({ text, isGrave = false }: { text: string; isGrave?: boolean }) {
  return (
    <div className={`callout ${isGrave ? 'callout-neg' : 'callout-warn'}`} role="status">
      <Icon name="alert" />
      <p>{text}</p>
    </div>
  );
}

function blockerText(blocker: keyof Texts<'swap'>['blockers'], { from, to }: SwapForm, blockers: Texts<'swap'>['blockers']): string {
  return interpolate(blockers[blocker], { from, to, token: from });
}
