import { amount, count, id, text, time } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';

export const CLAIM_KINDS = ['vestedJuf', 'roi', 'bonus', 'privilege', 'score'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** What a claim yields: a token amount as a decimal string, points, or both. */
const gain = z.object({ amount, token: z.enum(['JUF', 'USDT']), points: count });
export type Gain = z.output<typeof gain>;

const outcome = z.union([
  z.object({ status: z.literal('waiting') }),
  z.object({ status: z.literal('sending') }),
  z.object({ status: z.literal('unsure'), key: text, waitsFor: z.enum(['answer', 'session', 'person', 'history']) }),
  /** `isEarlier`: the outcome of a claim that was still open when this one was due. */
  z.object({
    status: z.literal('done'),
    paid: gain,
    isEarlier: z.boolean(),
    /** Its row in the list of transactions; points have none. */
    transaction: z.optional(z.object({ id, createdAt: time })),
  }),
  z.object({ status: z.literal('refused'), message: text, requestId: z.optional(text), isEarlier: z.boolean() }),
  /** `late`: the device slept, or the page was closed, too long to continue without asking. */
  z.object({ status: z.literal('notSent'), why: z.enum(['unreachable', 'storage', 'late']) }),
  /** Settled where this page couldn't see it. */
  z.object({ status: z.literal('elsewhere') }),
]);
export type ClaimOutcome = z.output<typeof outcome>;

const plannedClaim = z.object({ kind: z.enum(CLAIM_KINDS), asked: gain, outcome });
export type PlannedClaim = z.output<typeof plannedClaim>;
export type DueClaim = Omit<PlannedClaim, 'outcome'>;

/** The claims a member confirmed at once, and their progress. */
export const claimPlan = z.object({ startedAtMs: z.number(), lines: z.array(plannedClaim) });
export type ClaimPlan = z.output<typeof claimPlan>;

export function newPlan(due: readonly DueClaim[], startedAtMs: number): ClaimPlan {
  return { startedAtMs, lines: due.map(({ kind, asked }) => ({ kind, asked, outcome: { status: 'waiting' } })) };
}

export function withOutcome(plan: ClaimPlan, kind: ClaimKind, reached: ClaimOutcome): ClaimPlan {
  return { ...plan, lines: plan.lines.map((line) => (line.kind === kind ? { ...line, outcome: reached } : line)) };
}

export function isOver({ outcome: { status } }: PlannedClaim): boolean {
  return status !== 'waiting' && status !== 'sending' && status !== 'unsure';
}

/** The plan as this tab knows it, plus what another tab has settled. */
export function mergePlans(known: ClaimPlan, kept: ClaimPlan | null): ClaimPlan {
  if (kept?.startedAtMs !== known.startedAtMs) return known;
  const settled = (kind: ClaimKind): PlannedClaim | undefined => kept.lines.find((line) => line.kind === kind && isOver(line));
  return { ...known, lines: known.lines.map((line) => (isOver(line) ? line : (settled(line.kind) ?? line))) };
}
