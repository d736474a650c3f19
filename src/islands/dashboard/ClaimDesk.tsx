import { useEffect } from 'react';
import { toDecimalString } from '../../lib/amount.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { claimAllAction } from '../../stores/claim-all.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { claimPoints } from '../../stores/score-actions.ts';
import { claimRoiAction } from '../../stores/staking-actions.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import { PrivilegeDialog } from '../roles/PrivilegeDialog.tsx';
import { useTexts } from '../root/island.ts';
import { ClaimPointsDialog } from '../score/ClaimPointsDialog.tsx';
import { ClaimAllDialog } from './ClaimAllDialog.tsx';
import type { ClaimLine } from './claim-lines.ts';
import { ClaimReviewDialog } from './ClaimReviewDialog.tsx';

interface ClaimDeskProps {
  /** The claims of the button pressed last; a new array on each press. */
  asked: readonly ClaimLine[] | null;
}

/** The claim dialogs. Each action resumes what a reload or a lost response left unsettled. */
export function ClaimDesk({ asked }: ClaimDeskProps): React.JSX.Element {
  const { uncoveredSome } = useTexts('treasury').claim;
  useEffect(() => {
    if (asked) review(asked);
  }, [asked]);
  return (
    <>
      <ClaimAllDialog />
      <ClaimReviewDialog kind="vestedJuf" action={claimAction} grows warning={uncoveredSome} />
      <ClaimReviewDialog kind="roi" action={claimRoiAction} grows />
      <ClaimReviewDialog kind="bonus" action={claimBonusAction} />
      <PrivilegeDialog />
      <ClaimPointsDialog />
    </>
  );
}

function review(lines: readonly ClaimLine[]): void {
  const [line, ...more] = lines;
  if (!line) return;
  if (more.length > 0) claimAllAction.review({ kinds: lines.map(({ kind }) => kind) });
  else reviewOne(line);
}

function reviewOne({ kind, amount: baseUnits, points }: ClaimLine): void {
  const amount = toDecimalString(baseUnits ?? 0n);
  switch (kind) {
    case 'vestedJuf':
      claimAction.review({ purchase: null });
      break;
    case 'roi':
      claimRoiAction.review({ stakingId: null, amount });
      break;
    case 'bonus':
      claimBonusAction.review({ amount });
      break;
    case 'privilege':
      privilegeAction.review({ juf: amount, score: points });
      break;
    case 'score':
      claimPoints(points);
      break;
  }
}
