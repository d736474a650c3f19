import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import type { Eip1193Provider } from '../../lib/chain/wallets/eip1193.ts';
import { identifierOf } from '../../lib/identifier.ts';
import { judgeSwap, type SwapForm, type SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { isUnderWay, type SwapRun } from '../../lib/swap/reduce-swap-run.ts';
import { followingPart } from '../../stores/following.ts';
import { $user } from '../../stores/session.ts';
import { $swapRun, batchPart, followEarlierSwap } from '../../stores/swap-run.ts';
import { $deadline, $swapFee, firstSwapFee } from '../../stores/swap.ts';
import { showToast } from '../../stores/toasts.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import type { BoundAmount } from '../action/typed-amount.ts';
import { useFilledIn } from '../action/use-filled-in.ts';
import { usePart } from '../action/use-part.ts';
import { ChainState } from '../chain/ChainState.tsx';
import { formatClock } from '../figures/format-time.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { mayStillPass, SwapProgress } from './SwapProgress.tsx';
import { SwapButton } from './SwapButton.tsx';
import { SwapMessages } from './SwapMessages.tsx';
import { SwapSettings } from './SwapSettings.tsx';
import { decimalsIn, SwapSides } from './SwapSides.tsx';
import { TradeTerms } from './TradeTerms.tsx';
import { useMarket } from './use-market.ts';
import { type SwapFormState, useSwapForm } from './use-swap-form.ts';

/** The form for a trade, and the progress of the current one. */
export const SwapPanel = island(function SwapPanel(): React.JSX.Element {
  return (
    <ChainState>
      <Panel />
    </ChainState>
  );
});

function Panel(): React.JSX.Element {
  const { label } = useTexts('swap').form;
  const locale = useLocale();
  const exchange = useMarket();
  const { facts, market } = exchange;
  const run = useStore($swapRun, { ssr: 'initial' });
  const nowSeconds = useStore($deadline, { ssr: 'initial' });
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

/** Empties or fills the form, depending on how the trade ended. */
function useFormAfterRun(run: SwapRun, { form, exact, type, fill }: SwapFormState): void {
  useEffect(() => {
    // Otherwise the next press would repeat the same trade.
    if (run.stage === 'DONE') type(form.kind, '');
    // Resumed after a reload: what was only approved is traded by the next press.
    if ((run.stage === 'PENDING' || run.stage === 'WAITING') && exact.typed === '') fill(run.quote);
  }, [run.stage]);
}

interface ConfirmationProps {
  form: SwapForm;
  exact: BoundAmount;
  judgement: SwapJudgement;
  exchange: ReturnType<typeof useMarket>;
}

/** Objections to the trade, its terms, and the button that starts it. */
function Confirmation({ form, exact, judgement, exchange: { facts, market } }: ConfirmationProps): React.JSX.Element {
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
    if (swap.stage === 'FAILED')
      showToast({ kind: 'info', title: mayStillPass(swap) ? failures.unsure : failures.title, text: run.seeBelow });
  }, [stage]);
}

function isWord(typed: string, word: string): boolean {
  return identifierOf(typed).toLocaleLowerCase() === word.toLocaleLowerCase();
}

/** Whether the attached wallet supports batches; queried once somebody enters a trade. */
function useBatchOffer(isWanted: boolean): boolean {
  const chain = useStore($walletChain, { ssr: 'initial' });
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
