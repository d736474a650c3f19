import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { openModal } from '../../stores/modals.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import type { ActionState } from '../../lib/action/action-state.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { Notice } from './Notice.tsx';
import type { ActionTexts } from './action-texts.ts';
import { problemText } from './problem-text.ts';

export interface ReviewLeg {
  /** What the figure is, where it isn’t in a balance once the order is done: what vests, matures or accrues hasn’t arrived. */
  name?: string;
  figure: ReactNode;
  /** "250.00 and the fee", for example. */
  note?: ReactNode;
}

interface ReviewSheetProps {
  state: ActionState<unknown, unknown>;
  texts: Pick<ActionTexts, 'review' | 'follow'>;
  /** Omitted if nothing leaves a balance. */
  leaves?: ReviewLeg | undefined;
  /** Omitted if nothing is received. */
  arrives?: ReviewLeg | undefined;
  /** All fees, the rate, the unlock date. */
  lines: readonly LedgerLine[];
  /** The balance afterwards, below a double rule. */
  after: LedgerLine;
  /** The recipient, warnings, further notes. */
  children?: ReactNode;
  /** The button's label: "Stake 500 JUF". */
  act: string;
  /** While false, the button is disabled and `children` say why. */
  canConfirm?: boolean;
  confirm: () => void;
  /** Returns to the form, which keeps its content. */
  change: () => void;
  /** There was none, so there are no details to edit. */
  isWithoutForm?: boolean;
}

/** What the member sees before confirming, with a confirm button that acts only once. Must be inside a dialog. */
export function ReviewSheet(props: ReviewSheetProps): React.JSX.Element {
  const { state, texts, leaves, arrives, lines, after, children, act, canConfirm = true, confirm, change, isWithoutForm = false } = props;
  const chain = useStore($walletChain, { ssr: 'initial' });
  const isOnOtherChain = chain.status !== 'RIGHT' && chain.status !== 'UNKNOWN';
  const isBusy = state.step !== 'reviewing';
  const waits = isBusy || isOnOtherChain || !canConfirm;
  const problem = state.step === 'reviewing' && state.problem !== null ? problemText(state.problem, texts.follow) : null;
  return (
    <>
      <div className="dlg-body">
        <div className="legs">
          {leaves && <Leg name={texts.review.leaves} {...leaves} />}
          {arrives && <Leg name={texts.review.arrives} {...arrives} />}
        </div>
        {children}
        <Ledger lines={[...lines, { ...after, kind: 'sum' }]} />
      </div>
      <div className="dlg-foot">
        {problem !== null && <Notice kind="failed" text={problem} />}
        {state.step === 'signing' && <Notice kind="waiting" text={texts.follow.signing} />}
        {isOnOtherChain && (
          <Notice kind="failed" text={texts.review.otherChain}>
            <button type="button" className="btn btn-secondary" onClick={() => openModal('invalid-chain')}>
              {texts.review.switchChain}
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
            if (!waits && presses < 2) confirm();
          }}
        >
          {act}
        </button>
        {!isBusy && (
          <button type="button" className="btn btn-ghost" onClick={change}>
            {isWithoutForm ? texts.review.leave : texts.review.change}
          </button>
        )}
      </div>
    </>
  );
}

function Leg({ name, figure, note }: ReviewLeg): React.JSX.Element {
  return (
    <div className="leg">
      <span className="k">{name}</span>
      <span className="v">{figure}</span>
      {note !== undefined && <span className="w">{note}</span>}
    </div>
  );
}
