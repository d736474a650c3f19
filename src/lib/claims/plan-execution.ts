import { RETRY_WITHOUT_CONSENT_MS } from '../action/retry-limits.ts';
import type { Clock } from '../clock.ts';
import { type ClaimKind, type ClaimPlan, isOver, mergePlans } from './claim-plan.ts';
import type { ClaimStep } from './claim-step.ts';
import { followClaim, type FollowedClaim } from './follow-claim.ts';
import type { PlanBoard } from './plan-board.ts';

export interface ExecutionPorts {
  clock: Clock;
  steps: Record<ClaimKind, ClaimStep>;
  board: PlanBoard;
  /** Runs `act` in one tab at a time. */
  exclusively: (act: () => Promise<void>) => Promise<void>;
}

export interface PlanExecution {
  /** Executes the stored plan once no other tab does. */
  start: () => void;
  stop: () => void;
  /** Leaves a claim to whatever else carries it out. */
  release: (kind: ClaimKind) => void;
}

/** Sends the claims of a plan one after another. */
export function createPlanExecution({ clock, steps, board, exclusively }: ExecutionPorts): PlanExecution {
  /** Replaced when the member or the plan changes, so that earlier work no longer has any effect. */
  let run = {};
  const followed = new Map<ClaimKind, FollowedClaim>();

  const stop = (): void => {
    run = {};
    board.setHere(false);
    for (const { end } of followed.values()) end();
  };

  const execute = async (plan: ClaimPlan, mine: object): Promise<void> => {
    const open: Promise<undefined>[] = [];
    for (const planned of plan.lines) {
      if (mine !== run) break;
      // Without Web Locks another tab may have been faster.
      const line = mergePlans(plan, board.find()).lines.find(({ kind }) => kind === planned.kind) ?? planned;
      if (isOver(line)) continue;
      const { kind } = line;
      if (line.outcome.status === 'waiting' && Math.abs(clock().getTime() - plan.startedAtMs) > RETRY_WITHOUT_CONSENT_MS) {
        board.record(kind, { status: 'notSent', why: 'late' });
        continue;
      }
      const claim = followClaim(line, {
        step: steps[kind],
        record: (outcome) => {
          if (mine === run) board.record(kind, outcome);
        },
        onSignedOut: stop,
        onEnd: () => followed.delete(kind),
      });
      if (!claim.isEnded()) followed.set(kind, claim);
      open.push(claim.over);
      await claim.mayGoOn;
    }
    await Promise.all(open);
  };

  const start = (): void => {
    stop();
    const mine = run;
    board.show();
    void exclusively(async () => {
      if (mine !== run) return;
      const plan = board.find();
      board.setHere(plan !== null);
      board.show();
      if (plan !== null) await execute(plan, mine);
    });
  };

  const release = (kind: ClaimKind): void => {
    const claim = followed.get(kind);
    if (claim === undefined) return;
    board.record(kind, { status: 'elsewhere' });
    claim.end();
    steps[kind].settle();
  };
  return { start, stop, release };
}
