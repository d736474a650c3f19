import type { ClaimOutcome, PlannedClaim } from './claim-plan.ts';
import type { ClaimStep, StepReport } from './claim-step.ts';

export interface FollowedClaim {
  /** The next claim may be sent: this one is over, or is being retried. */
  mayGoOn: Promise<undefined>;
  over: Promise<undefined>;
  isEnded: () => boolean;
  end: () => void;
}

interface FollowPorts {
  step: ClaimStep;
  record: (outcome: ClaimOutcome) => void;
  /** The member signed out. */
  onSignedOut: () => void;
  onEnd: () => void;
}

/** Carries out one claim of a plan, or resumes it after a reload, until it is over. */
export function followClaim({ asked, outcome: { status: before } }: PlannedClaim, ports: FollowPorts): FollowedClaim {
  const { step, record } = ports;
  const mayGoOn = Promise.withResolvers<undefined>();
  const over = Promise.withResolvers<undefined>();
  let hasBegun = false;
  /** A separate claim was still open when this one was due. */
  let isFound = false;
  let isEnded = false;
  let unfollow: () => void = () => undefined;

  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    unfollow();
    mayGoOn.resolve(undefined);
    over.resolve(undefined);
    ports.onEnd();
  };

  const onReport = (report: StepReport): void => {
    if (isEnded || !hasBegun || report.status === 'reviewing') return;
    if (report.status === 'idle') {
      ports.onSignedOut();
      end();
      return;
    }
    if (report.status === 'sending') return;
    record('isEarlier' in report && isFound ? { ...report, isEarlier: true } : report);
    if (report.status === 'unsure') {
      mayGoOn.resolve(undefined);
      return;
    }
    end();
    step.settle();
  };

  unfollow = step.follow(onReport);
  const now = step.report();
  const isOpen = now.status === 'sending' || now.status === 'unsure';
  if (isOpen || (before !== 'waiting' && now.status !== 'idle' && now.status !== 'reviewing')) {
    hasBegun = true;
    isFound = before === 'waiting';
    if (now.status === 'sending') record(now);
    onReport(now);
  } else if (before === 'waiting' || step.isPending()) {
    // The outcome on screen belongs to a separate claim.
    if (now.status !== 'idle') step.settle();
    hasBegun = true;
    // Not earlier: if the page is left before this point, the next page has to know that nothing was sent.
    step.begin(asked, () => record({ status: 'sending' }));
  } else {
    record({ status: 'elsewhere' });
    end();
  }
  return { mayGoOn: mayGoOn.promise, over: over.promise, isEnded: () => isEnded, end };
}
