import type { ReactNode } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { formatAmount } from '../../lib/amount.ts';
import { isolate } from '../../lib/isolate.ts';
import { cutToCents } from '../../lib/shown-amount.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { $modals, openModal } from '../../stores/modals.ts';
import { $isAsked, $unsignedLimit, type ToSign } from '../../stores/order-action.ts';
import type { WalletType } from '../../stores/wallet.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import type { ActionProblem } from '../../lib/action/action-state.ts';
import { Figure, FigureIn } from '../figures/Figure.tsx';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useFlow } from './ActionFlow.tsx';
import { Notice } from './Notice.tsx';
import { useWorth } from './use-worth.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { useShown } from '../state/use-shown.ts';

export interface ReviewLeg {
  /** What the figure is, where it isn’t in a balance once the order is done: what vests, matures or accrues hasn’t arrived. */
  name?: string;
  figure: ReactNode;
  /** What its worth in US dollars is of, where it isn't in dollars anyway. */
  worth?: { amount: bigint | null; token: string; price18?: bigint | null } | undefined;
  /** "250.00 and the fee", for example. */
  note?: ReactNode;
}

/** What an order does to a token’s free balance; null while that isn’t known. */
interface BalanceChange {
  token: WalletType;
  free: bigint | null;
  by: bigint | null;
}

interface ReviewSheetProps {
  /** Omitted if nothing leaves a balance. */
  leaves?: ReviewLeg | undefined;
  /** Omitted if nothing is received. */
  arrives?: ReviewLeg | undefined;
  /** All fees, the rate, the unlock date. */
  lines: readonly LedgerLine[];
  /** The balance afterwards, below a double rule. */
  after: BalanceChange | LedgerLine | undefined;
  /** The recipient, warnings, further notes. */
  children?: ReactNode;
  /** The button's label: "Stake 500 JUF". */
  act: string;
  /** While false, the button is disabled and `children` say why. */
  canConfirm?: boolean;
  /** What the wallet would sign, for an order that a session alone may make only up to a limit. */
  signs?: ToSign | undefined;
  /** Runs right before the order is confirmed. */
  beforeConfirm?: () => void;
  /** There was none, so there are no details to edit. */
  isWithoutForm?: boolean;
}

/** What the member sees before confirming, with a confirm button that acts only once. Part of an ActionFlow. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { review, follow } = useTexts('action');
  const { leaves, arrives, lines, after, children, act, canConfirm = true, signs, beforeConfirm, isWithoutForm = false } = props;
  const { state, confirm, change } = useFlow();
  const chain = useShown($walletChain);
  const isOnOtherChain = chain.status !== 'RIGHT' && chain.status !== 'UNKNOWN';
  const isBusy = state.step !== 'reviewing';
  const sum = after && 'by' in after ? balanceLine(after, review) : after;
  const waits = isBusy || isOnOtherChain || !canConfirm;
  return (
    <>
      <div className="dlg-body">
        {(leaves ?? arrives) && (
          <div className="legs">
            {leaves && <Leg name={review.leaves} {...leaves} />}
            {arrives && <Leg name={review.arrives} {...arrives} />}
          </div>
        )}
        {children}
        {signs && <WalletAsked signs={signs} />}
        <Ledger lines={[...lines, ...(sum ? [{ ...sum, kind: 'sum' as const }] : [])]} />
      </div>
      <div className="dlg-foot">
        {state.step === 'reviewing' && state.problem !== null && <Problem problem={state.problem} />}
        {state.step === 'signing' && <Notice kind="waiting" text={follow.signing} />}
        {isOnOtherChain && (
          <Notice kind="failed" text={review.otherChain}>
            <button type="button" className="btn btn-secondary" onClick={() => openModal('invalid-chain')}>
              {review.switchChain}
            </button>
          </Notice>
        )}
        <button
          type="button"
          className="btn btn-primary btn-block"
          aria-busy={isBusy}
          aria-disabled={waits}
          onClick={({ detail: presses }) => {
            // Ignores the second click of a double click on the button that opened the sheet.
            if (waits || presses > 1) return;
            beforeConfirm?.();
            void confirm();
          }}
        >
          {act}
        </button>
        {!isBusy && (
          <button type="button" className="btn btn-ghost" onClick={change}>
            {isWithoutForm ? review.leave : review.change}
          </button>
        )}
      </div>
    </>
  );
}

/** A dash where it doesn’t suffice. */
function balanceLine({ token, free, by }: BalanceChange, texts: Texts<'action'>['review']): LedgerLine {
  const left = free === null || by === null ? null : free + by;
  return {
    name: interpolate(texts.afterwards, { token }),
    value: <Figure value={left === null || left < 0n ? null : left} unit={token} />,
  };
}

/** In 10⁻¹⁸ dollars: what 20 USDT buy is worth 20 dollars, not a cent less, though the division kept a little. */
const DIVIDED_AWAY = 1_000n;

function givenBack(usd: bigint): bigint {
  const whole = cutToCents(usd + DIVIDED_AWAY);
  return usd > 0n && whole > usd ? whole : usd;
}

function Leg({ name, figure, worth, note }: ReviewLeg) {
  const { review } = useTexts('action');
  const usd = useWorth(worth?.amount ?? null, worth?.token ?? 'USDT', worth?.price18);
  return (
    <div className="leg">
      <span className="k">{name}</span>
      <span className="v">{figure}</span>
      {(usd !== null || note !== undefined) && (
        <span className="w">
          {usd !== null && (
            <span>
              <FigureIn text={review.worth} value={givenBack(usd)} unit="US$" mostDigits={2} />
            </span>
          )}
          {note !== undefined && <span>{note}</span>}
        </span>
      )}
    </div>
  );
}

function Problem({ problem }: { problem: ActionProblem }) {
  const { follow, review } = useTexts('action');
  const locale = useLocale();
  const limit = useShown($unsignedLimit);
  const isWithoutWallet = problem.kind === 'wallet' && problem.code === 'CONNECTOR_NOT_FOUND';
  return (
    <Notice
      kind={problem.kind === 'unsigned' ? 'info' : 'failed'}
      text={problemText(problem, follow, limit === null || limit === 0n ? null : formatAmount(limit, { locale }))}
    >
      {isWithoutWallet ? (
        <button type="button" className="btn btn-secondary" onClick={() => void connectOwnWallet()}>
          {review.connect}
        </button>
      ) : undefined}
    </Notice>
  );
}

/** Says what the wallet will show, if it has to sign. */
function WalletAsked({ signs }: { signs: ToSign }) {
  const texts = useTexts('action').review;
  const locale = useLocale();
  const isAsked = useShown($isAsked);
  if (!isAsked(signs)) return null;
  const { order, maxTotal, token } = signs;
  return (
    <Notice kind="info" text={interpolate(texts.signs, { order: isolate(order), amount: formatAmount(maxTotal, { locale }), token })} />
  );
}

const renewalPart = definePart(() => import('../../stores/renew-session.ts'));

/** For members who signed in by a link, or whose wallet isn't the one remembered here: they sign in with theirs, and go on where they were. */
async function connectOwnWallet(): Promise<void> {
  const { open } = $modals.get();
  const signIn = await renewalPart.load().catch(() => null);
  await signIn?.renewSession();
  if (open !== null) openModal(open);
}

/** Says why nothing was sent, and that nothing was taken. */
function problemText(problem: ActionProblem, { problems }: Texts<'action'>['follow'], limit: string | null): string {
  switch (problem.kind) {
    case 'unreachable':
      return problems.unreachable;
    case 'changed':
      return problems.changed;
    case 'unsigned':
      return limit === null ? problems.unsigned : interpolate(problems.unsignedAbove, { amount: limit });
    case 'storage':
      return problems.storage;
    case 'failed':
      return problem.message === '' ? problems.unreachable : problem.message;
    case 'wallet':
      return problems.wallet[problem.code];
  }
}
