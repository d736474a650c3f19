import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { claimAll } from '../../stores/claim-all.ts';
import { claimSteps } from '../../stores/claim-steps.ts';
import { claimRoiAction } from '../../stores/staking-actions.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import { PrivilegeDialog } from '../roles/PrivilegeDialog.tsx';
import { useTexts } from '../root/island.ts';
import { ClaimPointsDialog } from '../score/ClaimPointsDialog.tsx';
import { ClaimAllDialog } from './ClaimAllDialog.tsx';
import type { ClaimLine } from './claim-lines.ts';
import { ClaimReviewDialog } from './ClaimReviewDialog.tsx';
import { dueClaims, gainOf } from './due-claims.ts';

interface ClaimDeskProps {
  /** The claims of the button pressed last; a new array on each press. */
  asked: readonly ClaimLine[] | null;
}

/** The claim dialogs. Each action resumes what a reload or a lost response left unsettled. */
export function ClaimDesk({ asked }: ClaimDeskProps): React.JSX.Element {
  const { uncoveredSome } = useTexts('treasury').claim;
  const all = useStore(claimAll.$state, { ssr: 'initial' });
  // An unfinished run has to be found first: it reports on its claims itself.
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => setLooked(true), []);
  useEffect(() => {
    if (asked) review(asked);
  }, [asked]);
  return (
    <>
      <ClaimAllDialog state={all} />
      {hasLooked && (all.step === 'idle' || all.step === 'reviewing') && (
        <>
          <ClaimReviewDialog kind="vestedJuf" action={claimAction} grows warning={uncoveredSome} />
          <ClaimReviewDialog kind="roi" action={claimRoiAction} grows />
          <ClaimReviewDialog kind="bonus" action={claimBonusAction} />
          <PrivilegeDialog />
          <ClaimPointsDialog />
        </>
      )}
    </>
  );
}

function review(lines: readonly ClaimLine[]): void {
  const [line, ...more] = lines;
  if (!line) return;
  if (more.length > 0) claimAll.review(dueClaims(lines));
  else claimSteps[line.kind].review(gainOf(line));
}
