import type { ClaimKind, Gain } from '../lib/claims/claim-plan.ts';
import { type ClaimStep, reportOf } from '../lib/claims/claim-step.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { pendingPrefix } from '../lib/storage/storage-keys.ts';
import type { MemberAction } from './actions.ts';
import { claimBonusAction } from './bonus-actions.ts';
import { memberInId } from './member-in-id.ts';
import { privilegeAction } from './role-actions.ts';
import { claimPointsAction } from './score-actions.ts';
import { claimRoiAction } from './staking-actions.ts';
import { claimAction } from './vesting-claim.ts';

export interface MemberClaim extends ClaimStep {
  /** Shows the claim for confirmation in its own dialog. */
  review: (asked: Gain) => void;
}

const jufPaid = ({ claimed }: { claimed: string }): Gain => ({ amount: claimed, token: 'JUF', points: 0 });

/** Each claims everything due of its kind, through the same action as the separate claim. `name` is the action's name. */
export const claimSteps: Record<ClaimKind, MemberClaim> = {
  vestedJuf: claimStep('claim-vested', claimAction, () => ({ purchase: null }), jufPaid),
  roi: claimStep('claim-roi', claimRoiAction, ({ amount }) => ({ stakingId: null, amount }), jufPaid),
  bonus: claimStep(
    'claim-bonus',
    claimBonusAction,
    ({ amount }) => ({ amount }),
    ({ claimed }) => ({ amount: claimed, token: 'USDT', points: 0 }),
  ),
  privilege: claimStep(
    'privilege',
    privilegeAction,
    ({ amount, points }) => ({ juf: amount, score: points }),
    ({ claimed }) => ({ amount: claimed.juf, token: 'JUF', points: claimed.score }),
  ),
  score: claimStep(
    'claim-points',
    claimPointsAction,
    ({ points }) => ({ points }),
    ({ claimed }) => ({ amount: '0', token: 'JUF', points: claimed }),
  ),
};

function claimStep<Order, Data>(
  name: string,
  action: MemberAction<Order, Data>,
  orderOf: (asked: Gain) => Order,
  paidOf: (data: Data) => Gain,
): MemberClaim {
  const review = (asked: Gain): void => action.review(orderOf(asked));
  return {
    review,
    report: () => reportOf(action.$state.get(), paidOf),
    follow: (onReport) => action.$state.listen((state) => onReport(reportOf(state, paidOf))),
    isPending: () => deviceStorage.get(`${pendingPrefix}${memberInId() ?? ''}:${name}`) !== null,
    begin: (asked, kept) => {
      review(asked);
      void action.confirm(kept);
    },
    retry: action.retry,
    settle: () => {
      action.change();
      action.dismiss();
    },
  };
}
