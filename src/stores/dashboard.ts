import type { DataOf } from '../lib/api/contract/define-call.ts';
import {
  announcementList,
  dashboardHome,
  jufPriceByHour,
  pollWeight,
  portfolioHistory,
  vote,
  type Poll,
} from '../lib/api/contract/dashboard.ts';
import { outlook } from '../lib/api/contract/outlook.ts';
import { z } from '../lib/api/contract/zod.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { orLacking } from './or-lacking.ts';
import { pageLanguage } from './page-language.ts';
import { readQuery } from './read-query.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type DashboardHome = DataOf<typeof dashboardHome>;
type AnnouncementPage = DataOf<typeof announcementList>;

// Polls and announcements are in the page's language, so it is part of the keys.
const homeKey = `dashboard/home:${pageLanguage()}:`;
const announcementsKey = `dashboard/announcementList:${pageLanguage()}`;

/** The public figures, plus the member's own once signed in; one request for all islands. */
export const $dashboard = readQuery(homeKey, dashboardHome);

type PriceHistory = DashboardHome['jufPriceHistory'];

/** JUF's average price on each of the last 90 UTC days. */
export const $jufPriceByDay = answerPart($dashboard, (home) => home.jufPriceHistory);

/** JUF's average price in each hour of the last day; requested on first use. Empty if the provider lacks the call. */
export const $jufPriceByHour = createQuery<PriceHistory>(['dashboard/jufPriceByHour'], {
  kept: jufPriceByHour.output.shape.jufPriceByHour,
  fetcher: () => orLacking(async () => (await callApi(jufPriceByHour, {})).jufPriceByHour, []),
});

type PollWeight = DataOf<typeof pollWeight>['weight'];

/** The weight of the member's vote; null if no poll is open or the provider lacks the call. */
export const $pollWeight = createQuery<PollWeight>(['dashboard/pollWeight:', $sessionTag], {
  kept: pollWeight.output.shape.weight,
  fetcher: () => orLacking(async () => (await callApi(pollWeight, {})).weight, null),
});

type PortfolioDays = DataOf<typeof portfolioHistory>['portfolioHistory'];

const portfolioKey = 'dashboard/portfolioHistory/';

function portfolioQuery(range: 'SHORT' | 'ALL') {
  return createQuery<PortfolioDays>([`${portfolioKey}${range}:`, $sessionTag], {
    kept: portfolioHistory.output.shape.portfolioHistory,
    fetcher: () => orLacking(async () => (await callApi(portfolioHistory, { range })).portfolioHistory, []),
  });
}

/** The member's total now and at the end of each of the last 90 days. */
export const $portfolioByDay = portfolioQuery('SHORT');

/** The same since they joined; requested on first use. */
export const $portfolioSinceJoined = portfolioQuery('ALL');

export function refreshPortfolioHistory(): void {
  readAgain(portfolioKey);
}

export type Outlook = DataOf<typeof outlook>;

const outlookKey = `dashboard/outlook:${pageLanguage()}:`;

/** The member's month so far, what has matured and what comes next; null if the provider doesn't offer it. */
export const $outlook = createQuery<Outlook | null>([outlookKey, $sessionTag], {
  kept: z.nullable(outlook.output),
  fetcher: () => orLacking(() => callApi(outlook, {}), null),
});

export function refreshOutlook(): void {
  readAgain(outlookKey);
}

const $announcements = createQuery<AnnouncementPage>([announcementsKey], {
  kept: announcementList.output,
  fetcher: () => callApi(announcementList, { size: 3 }),
});

/** The newest announcements, pinned ones first. */
export const $announcementList = answerPart($announcements, (page) => page.announcementList);

export function refreshDashboard(): void {
  readAgain(homeKey);
}

export function refreshAnnouncements(): void {
  readAgain(announcementsKey);
}

/** When the figures on screen were read, in ms since the epoch; null if they weren't. */
export function dashboardReadAtMs(): number | null {
  return $dashboard.key === undefined ? null : answerReadAtMs($dashboard.key);
}

/** Casts or changes the vote, then reloads the figures. Throws the client's errors. */
export async function castVote(pollId: string, optionId: string): Promise<Poll> {
  const { poll } = await callApi(vote, { pollId, optionId });
  const { data } = $dashboard.get();
  if (data) $dashboard.mutate({ ...data, poll });
  return poll;
}
