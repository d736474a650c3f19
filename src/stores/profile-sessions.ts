import type { DataOf } from '../lib/api/contract/define-call.ts';
import { endOtherSessions as endOtherSessionsCall, sessions } from '../lib/api/contract/sessions.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type LiveSession = DataOf<typeof sessions>['sessions'][number];

const sessionsKey = 'account/sessions:';

/** The member's sessions; empty if the provider lacks the call. */
export const $sessions = createQuery<LiveSession[]>([sessionsKey, $sessionTag], {
  kept: sessions.output.shape.sessions,
  fetcher: () => orLacking(async () => (await callApi(sessions, {})).sessions, []),
});

/** Ends all sessions but this one. Throws the client's errors. */
export async function endOtherSessions(): Promise<number> {
  const { ended } = await callApi(endOtherSessionsCall, {});
  readAgain(sessionsKey);
  return ended;
}

export function refreshSessions(): void {
  readAgain(sessionsKey);
}
