import { atom, computed, type ReadableAtom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { myTeam, referralInfo } from '../lib/api/contract/team.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys, type ServerState } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type TeamAnswer = DataOf<typeof myTeam>;
export type ReferralInfo = DataOf<typeof referralInfo>;

export interface TeamFilter {
  /** Of the three below the member; null for all. */
  level: number | null;
  /** The uid below which the list is; null for the member's own team. */
  under: string | null;
}

export const wholeTeam: TeamFilter = { level: null, under: null };
export const TEAM_PAGE_ROWS = 20;

const teamKey = 'profile/myTeam:';
const referralKey = 'profile/referralInfo:';

export const $teamFilter = atom<TeamFilter>(wholeTeam);
export const $teamPage = atom(1);

const $teamQuery = computed([$teamFilter, $teamPage], (filter, page) => JSON.stringify([filter, page]));

/** One page of the downline and the member's own figures, of one answer. */
export const $team = createQuery<TeamAnswer>([teamKey, $teamQuery, $sessionTag], {
  fetcher: () => callApi(myTeam, { ...$teamFilter.get(), page: $teamPage.get(), size: TEAM_PAGE_ROWS }),
});

export const $teamList = downlinePart('content');
/** How many pages the list has. */
export const $totalTeamPage = downlinePart('totalPages');
export const $selfDetails = answerPart($team, 'selfDetails');

/** The member's own invitation: code, link, and what each level has earned by it. */
export const $referralInfo = createQuery<ReferralInfo>([referralKey, $sessionTag], { fetcher: () => callApi(referralInfo, {}) });

/** Another filter begins at its first page. */
export function filterTeam(filter: TeamFilter): void {
  $teamPage.set(1);
  $teamFilter.set(filter);
}

export function refreshTeam(): void {
  revalidateKeys((key) => key.startsWith(teamKey) || key.startsWith(referralKey));
}

/** One page of those who stand directly below somebody: of the member's own without `under`. */
export async function readBranch(branch: TeamFilter & { level: number; page: number }): Promise<TeamAnswer['downlineDetails']> {
  const { downlineDetails } = await callApi(myTeam, { ...branch, size: TEAM_PAGE_ROWS });
  return downlineDetails;
}

function downlinePart<Part extends keyof TeamAnswer['downlineDetails']>(
  part: Part,
): ReadableAtom<ServerState<TeamAnswer['downlineDetails'][Part]>> {
  return answerPart(answerPart($team, 'downlineDetails'), part);
}
