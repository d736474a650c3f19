import { useEffect, useRef, useState } from 'react';
import { hasChanged } from '../../lib/claims/has-changed.ts';
import type { ClaimRunState } from '../../lib/claims/plan-board.ts';
import { openDialog } from '../../lib/dialog/open-dialog.ts';
import { claimAll } from '../../stores/claim-all.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Notice } from '../action/Notice.tsx';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { useTitleReadAnew } from '../dialog/use-title-read-anew.ts';
import { useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { ClaimAllProgress } from './ClaimAllProgress.tsx';
import { ClaimAllReview } from './ClaimAllReview.tsx';
import { progressText } from './claim-progress.ts';
import { claimLines } from './claim-lines.ts';
import { dueClaims } from './due-claims.ts';

const ID = 'claim-all-modal';

interface ClaimAllDialogProps {
  state: ClaimRunState;
}

/** All claims in one run, from review to receipt. Opens automatically if a reload left a run unfinished. */
export function ClaimAllDialog({ state }: ClaimAllDialogProps): React.JSX.Element {
  const claimAllTexts = useTexts('home').claimAll;
  const dialogTexts = useTexts('staking').dialog;
  const { close } = useTexts('common');
  const dialog = useRef<HTMLDialogElement>(null);
  // The member closed the dialog while the run was in progress.
  const [isHidden, setHidden] = useState(false);
  const { step } = state;
  const isOpen = step !== 'idle' && !isHidden;
  const heading = useTitleReadAnew(step);
  useDueClaims(state);
  useEffect(() => {
    if (step === 'idle') setHidden(false);
  }, [step]);
  useEffect(() => {
    if (!dialog.current) return;
    if (isOpen) openDialog(dialog.current);
    else dialog.current.close();
  }, [isOpen]);

  const closed = (): void => {
    if (step === 'running') setHidden(true);
    else claimAll.dismiss();
  };
  return (
    <>
      {isHidden && (
        <Notice kind="waiting" text={state.step === 'ended' ? progressText(state.plan, claimAllTexts) : claimAllTexts.running}>
          <button type="button" className="btn btn-secondary" onClick={() => setHidden(false)}>
            {dialogTexts.show}
          </button>
        </Notice>
      )}
      <dialog id={ID} aria-labelledby={`${ID}-title`} ref={dialog} onClose={closed}>
        <DialogHead id={`${ID}-title`} title={claimAllTexts.title} close={close} heading={heading} />
        {state.step === 'reviewing' && <ClaimAllReview state={state} />}
        {(state.step === 'running' || state.step === 'ended') && <ClaimAllProgress state={state} />}
      </dialog>
    </>
  );
}

/** Keeps the review up to date with the dashboard and announces changes. */
function useDueClaims(state: ClaimRunState): void {
  const { data } = useServerState($dashboard);
  useEffect(() => {
    if (state.step !== 'reviewing' || !data?.claimable) return;
    const due = dueClaims(claimLines(data.claimable));
    if (hasChanged(state.due, due)) claimAll.reviewAnew(due);
  }, [state, data]);
}
