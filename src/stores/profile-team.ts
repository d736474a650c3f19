import { atom, computed } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { myTeam, referralInfo } from '../lib/api/contract/team.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { readQuery } from './read-query.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type TeamAnswer = DataOf<typeof myTeam>;

export interface TeamFilter {
  /** One of the three levels below the member; null for all. */
  level: number | null;
  /** The uid whose downline is listed; null for the member's own. */
  under: string | null;
}

export const wholeTeam: TeamFilter = { level: null, under: null };
export const TEAM_PAGE_ROWS = 20;

const teamKey = 'profile/myTeam:';
const referralKey = 'profile/referralInfo:';

export const $teamFilter = atom<TeamFilter>(wholeTeam);
export const $teamPage = atom(1);

const $teamQuery = computed([$teamFilter, $teamPage], (filter, page) => JSON.stringify([filter, page]));

/** One page of the downline and the member's own figures, in one response. */
export const $team = createQuery<TeamAnswer>([teamKey, $teamQuery, $sessionTag], {
  kept: myTeam.output,
  fetcher: () => callApi(myTeam, { ...$teamFilter.get(), page: $teamPage.get(), size: TEAM_PAGE_ROWS }),
});

export const $teamList = answerPart($team, (team) => team.downlineDetails.content);
/** Number of pages in the list. */
export const $totalTeamPage = answerPart($team, (team) => team.downlineDetails.totalPages);
export const $selfDetails = answerPart($team, (team) => team.selfDetails);

/** The member's invitation: code, link, and the earnings per level. */
export const $referralInfo = readQuery(referralKey, referralInfo);

/** A new filter starts on page one. */
export function filterTeam(filter: TeamFilter): void {
  $teamPage.set(1);
  $teamFilter.set(filter);
}

export function refreshTeam(): void {
  readAgain(teamKey, referralKey);
}

/** One page of the members directly below someone, or below the member if `under` is null. */
export async function readBranch(branch: TeamFilter & { level: number; page: number }): Promise<TeamAnswer['downlineDetails']> {
  const { downlineDetails } = await callApi(myTeam, { ...branch, size: TEAM_PAGE_ROWS });
  return downlineDetails;
}
