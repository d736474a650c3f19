import { requireTime } from '../db/commit-in-time.ts';
import { Refusal } from './refusal.ts';

/** Who calls: a member who is signed in, somebody who is signing in, or anybody. In the order in which they are served. */
export type Rank = 'MEMBER' | 'SIGN_IN' | 'ANYBODY';

export interface AdmissionLimits {
  /** Calls at once of those who aren't members, together. */
  atOnce: number;
  /** The same while members call. */
  atOnceBesideMembers: number;
  /** Those that wait for it, of each rank; more are refused. */
  waiting: number;
}

/** Runs a call at the turn of its rank. */
export type Admission = <Result>(rank: Rank, work: () => Promise<Result>) => Promise<Result>;

/** Members call every few seconds; one that called this recently counts as there. */
const ABOUT_MS = 1_000;

/**
 * A limit per client doesn't stop two hundred clients, so what is asked without a session takes turns in the whole process: members are served at once, sign-ins
 * before anybody else. Whoever is beyond the queue is refused, which costs next to nothing.
 */
export function createAdmission(limits: AdmissionLimits, nowMs: () => number = () => performance.now()): Admission {
  const lines = { SIGN_IN: [] as (() => void)[], ANYBODY: [] as (() => void)[] };
  let running = 0;
  let memberAtMs = -Infinity;
  const width = (): number => (nowMs() - memberAtMs <= ABOUT_MS ? limits.atOnceBesideMembers : limits.atOnce);

  function beginNext(): void {
    while (running < width()) {
      const next = lines.SIGN_IN.shift() ?? lines.ANYBODY.shift();
      if (next === undefined) return;
      running += 1;
      next();
    }
  }

  async function waitInLine(rank: Exclude<Rank, 'MEMBER'>): Promise<void> {
    if (lines[rank].length >= limits.waiting) throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': '5' } });
    await new Promise<void>((resolve) => {
      lines[rank].push(resolve);
      beginNext();
    });
  }

  return async (rank, work) => {
    if (rank === 'MEMBER') {
      memberAtMs = nowMs();
      return work();
    }
    await waitInLine(rank);
    try {
      requireTime();
      return await work();
    } finally {
      running -= 1;
      beginNext();
    }
  };
}
