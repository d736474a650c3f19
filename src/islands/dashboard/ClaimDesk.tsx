import { useEffect } from 'react';
import { toDecimalString } from '../../lib/amount.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { claimPointsAction } from '../../stores/score-actions.ts';
import { claimRoiAction } from '../../stores/staking-actions.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import { PrivilegeDialog } from '../roles/PrivilegeDialog.tsx';
import { ClaimPointsDialog } from '../score/ClaimPointsDialog.tsx';
import type { ClaimLine } from './claim-lines.ts';
import type { ClaimTexts } from './claim-texts.ts';
import { ClaimReviewDialog } from './ClaimReviewDialog.tsx';

interface ClaimDeskProps {
  /** The line whose button was pressed last; a new object for each press. */
  asked: ClaimLine | null;
  locale: string;
  texts: ClaimTexts;
}

/** The dialogs of the claims. Each action resumes on its own what a reload or a lost answer left unsettled. */
export function ClaimDesk({ asked, locale, texts }: ClaimDeskProps): React.JSX.Element {
  const { action, close } = texts;
  useEffect(() => {
    if (asked) review(asked);
  }, [asked]);
  return (
    <>
      <ClaimReviewDialog kind="vestedJuf" action={claimAction} grows warning={texts.uncovered} locale={locale} texts={texts} />
      <ClaimReviewDialog kind="roi" action={claimRoiAction} grows locale={locale} texts={texts} />
      <ClaimReviewDialog kind="bonus" action={claimBonusAction} locale={locale} texts={texts} />
      <PrivilegeDialog locale={locale} texts={{ ...texts.roles, action, close }} />
      <ClaimPointsDialog locale={locale} texts={{ ...texts.score, action, close }} />
    </>
  );
}

function review({ kind, amount, points }: ClaimLine): void {
  const decimal = toDecimalString(amount ?? 0n, TOKEN_DECIMALS);
  switch (kind) {
    case 'vestedJuf':
      claimAction.review({ purchase: null });
      break;
    case 'roi':
      claimRoiAction.review({ stakingId: null, amount: decimal });
      break;
    case 'bonus':
      claimBonusAction.review({ amount: decimal });
      break;
    case 'privilege':
      privilegeAction.review({ juf: decimal, score: points });
      break;
    case 'score':
      claimPointsAction.review({ points });
  }
}
