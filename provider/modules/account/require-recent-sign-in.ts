import { Refusal } from '../../http/refusal.ts';
import type { FoundSession } from '../../session.ts';

const RECENT_MS = 10 * 60_000;

/** Refuses a session that the member's wallet hasn't signed for within the last ten minutes: for actions that a token alone must not permit. */
export function requireRecentSignIn({ kind, beganAt }: Pick<FoundSession, 'kind' | 'beganAt'>, now: Date): void {
  if (kind !== 'WALLET' || now.getTime() - beganAt.getTime() > RECENT_MS) throw new Refusal('RECENT_SIGN_IN_REQUIRED');
}
