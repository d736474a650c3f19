import { useEffect, useState } from 'react';
import { rememberedWallet } from '../../lib/chain/wallets/find-wallet.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { MarketFacts } from '../../lib/swap/market.ts';
import { isUnderWay } from '../../lib/swap/reduce-swap-run.ts';
import type { SwapQuote } from '../../lib/swap/quote-swap.ts';
import { isNative } from '../../lib/swap/swap-token.ts';
import { openModal } from '../../stores/modals.ts';
import { $marketState } from '../../stores/swap.ts';
import { $swapRun, startSwap } from '../../stores/swap-run.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import type { SwapForm, SwapJudgement } from '../../lib/swap/judge-swap.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { writeAmount } from './write-amount.ts';
import { useShown } from '../state/use-shown.ts';

/** Slightly longer than an extension gets to announce itself. */
const LOOKING_MS = 3_000;

interface SwapButtonProps {
  form: SwapForm;
  judgement: SwapJudgement;
  facts: MarketFacts | null;
  isWordMissing: boolean;
  onStart: () => void;
}

/** The next action: connect, switch, or swap. */
export function SwapButton({ judgement, facts, isWordMissing, onStart }: SwapButtonProps) {
  const { act } = useTexts('swap');
  const locale = useLocale();
  const chain = useShown($walletChain);
  const run = useShown($swapRun);
  const isMissing = useIsWalletMissing();
  const { market, isKept } = useShown($marketState);
  const { quote, limit, blocker, deadlineMinutes } = judgement;
  const owner = market?.holdings?.owner;
  if (isUnderWay(run)) {
    const { amountIn, tokenIn } = run.quote;
    return (
      <button type="button" className="btn btn-primary btn-block" aria-busy aria-disabled>
        {interpolate(act.busy, { amount: writeAmount(amountIn, tokenIn, locale), token: tokenIn.symbol })}
      </button>
    );
  }
  if (isMissing || (market !== null && owner === undefined))
    return (
      <button type="button" className="btn btn-primary btn-block" onClick={() => openModal('wallet')}>
        {act.connect}
      </button>
    );
  if (chain.status === 'WRONG' || chain.status === 'SWITCHING_CHAIN' || chain.status === 'ADDING_CHAIN')
    return (
      <button type="button" className="btn btn-primary btn-block" onClick={() => openModal('invalid-chain')}>
        {act.switch}
      </button>
    );
  // Not while the wallet is being looked for: pressing would do nothing. Nor by figures of an earlier page.
  const canStart =
    !isKept &&
    chain.status === 'RIGHT' &&
    quote !== null &&
    blocker === null &&
    !isWordMissing &&
    deadlineMinutes !== null &&
    facts !== null &&
    owner !== undefined;
  const start = (): void => {
    if (!canStart) return;
    onStart();
    const { router, wju } = facts.addresses;
    void startSwap({ owner, quote, limit, router, wju, deadlineMinutes });
  };
  return (
    <button type="button" className="btn btn-primary btn-block" aria-disabled={!canStart} onClick={start}>
      {quote ? actOf(quote, locale, act) : blocker === 'LOADING' ? act.waiting : act.enter}
    </button>
  );
}

/** Whether no wallet is attached. The one signed in with is attached silently, so it is missing only after it had time to appear. */
export function useIsWalletMissing(): boolean {
  const { status } = useShown($walletChain);
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLooking(false), rememberedWallet.get() === null ? 0 : LOOKING_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isLooking && status === 'UNKNOWN';
}

function actOf({ path, tokenIn, tokenOut, amountIn }: SwapQuote, locale: string, act: Texts<'swap'>['act']): string {
  const amount = writeAmount(amountIn, tokenIn, locale);
  if (path.length > 0) return interpolate(act.swap, { amount, from: tokenIn.symbol, to: tokenOut.symbol });
  return interpolate(isNative(tokenIn) ? act.wrap : act.unwrap, { amount });
}
