import { atom, onMount, type ReadableAtom } from 'nanostores';
import { inOneTab } from '../lib/action/in-one-tab.ts';
import { type ClaimRun, createClaimRun } from '../lib/claims/create-claim-run.ts';
import type { ClaimRunState } from '../lib/claims/plan-board.ts';
import { keptPlan, planKey } from '../lib/claims/kept-plan.ts';
import { systemClock } from '../lib/clock.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { claimSteps } from './claim-steps.ts';
import { memberInId } from './member-in-id.ts';
import { $isSignedIn, $user } from './session.ts';

const $state = atom<ClaimRunState>({ step: 'idle' });

const { suspend, resume, followOtherTab, ...run } = createClaimRun({
  clock: systemClock,
  kept: () => {
    const memberId = memberInId();
    return memberId === null ? null : keptPlan(deviceStorage, memberId);
  },
  steps: claimSteps,
  exclusively: (act) => inOneTab('jufi:claim-all', act),
  onChange: (state) => $state.set(state),
});

onMount($state, () => {
  // The server has no device.
  if (typeof document === 'undefined') return;
  let memberId = memberInId();
  resume();
  const follow = (): void => {
    const id = memberInId();
    if (id === memberId) return;
    memberId = id;
    suspend();
    resume();
  };
  const another = ({ key }: StorageEvent): void => {
    if (memberId !== null && (key === null || key === planKey(memberId))) followOtherTab();
  };
  addEventListener('storage', another);
  const stops = [$user.listen(follow), $isSignedIn.listen(follow), () => removeEventListener('storage', another)];
  return () => {
    stops.forEach((stop) => stop());
    suspend();
  };
});

/** Claims everything that is due, one claim after another. */
export const claimAll: Omit<ClaimRun, 'suspend' | 'resume' | 'followOtherTab'> & { $state: ReadableAtom<ClaimRunState> } = {
  ...run,
  $state,
};
