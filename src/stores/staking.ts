import { atom } from 'nanostores';
import { count } from '../lib/api/contract/scalars.ts';
import { stakingInfo, stakingList, turboChargeList } from '../lib/api/contract/staking.ts';
import { z } from '../lib/api/contract/zod.ts';
import { systemClock } from '../lib/clock.ts';
import { type HeldAnswer, liveStaking, type LiveStaking } from '../lib/staking/live-positions.ts';
import type { StakingPosition, TurboCharge } from '../lib/staking/choose-tier.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { type ListPage, readPages } from './read-pages.ts';
import { readQuery } from './read-query.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export interface HeldStakes extends HeldAnswer {
  /** Pages at the provider, at 100 positions each. */
  totalPages: number;
  /** False if there are more than are loaded, so that sums are incomplete. */
  isWhole: boolean;
}

export interface LiveHoldings extends LiveStaking {
  isWhole: boolean;
}

/** The new stake form's content, for everything that shows its terms. */
export interface StakeDraft {
  /** Null while there is no amount that can be staked. */
  amountBaseUnits: bigint | null;
  /** Null until one is chosen; the list's last one applies until then. */
  periodId: string | null;
}

const MOST_ROWS_A_CALL = 100;
const MOST_CALLS = 10;

const infoKey = 'staking/info:';
const heldKey = 'staking/held:';

const $info = readQuery(infoKey, stakingInfo);

/** Total staked and earned at the time of reading. */
export const $currentStaking = answerPart($info, (info) => info.currentStaking);
export const $tierList = answerPart($info, (info) => info.tierList);
export const $periodList = answerPart($info, (info) => info.periodList);
/** The version of the terms that tiers and periods were read by. */
export const $stakingTerms = answerPart($info, (info) => info.terms);
export const $turboChargeInfo = answerPart($info, (info) => info.turboChargeInfo);
/** Returns are paid from its reserved part. */
export const $rewardPool = answerPart($info, (info) => info.rewardPool);

/** Everything that isn't withdrawn, with all its charges: what live figures are computed from. */
export const $stakingList = createQuery<HeldStakes>([heldKey, $sessionTag], {
  kept: z.object({
    content: stakingList.output.shape.stakingList.shape.content,
    charges: turboChargeList.output.shape.list.shape.content,
    receivedAtMs: z.number(),
    totalPages: count,
    isWhole: z.boolean(),
  }),
  fetcher: readHeldStakes,
});

/** The same, prepared for computing figures with `$nowMs`. */
export const $liveStaking = answerPart($stakingList, (held): LiveHoldings => ({ ...liveStaking(held), isWhole: held.isWhole }));

export const $stakeDraft = atom<StakeDraft>({ amountBaseUnits: null, periodId: null });

/** When the figures on screen were read, in ms since the epoch; null if they weren't. */
export function stakingReadAtMs(): number | null {
  return $info.key === undefined ? null : answerReadAtMs($info.key);
}

export function refreshStaking(): void {
  readAgain('staking/');
}

async function readHeldStakes(): Promise<HeldStakes> {
  const [active, matured, charges] = await Promise.all([
    readPages(MOST_CALLS, (page) => readPositions('ACTIVE', page)),
    readPages(MOST_CALLS, (page) => readPositions('MATURED', page)),
    readPages(MOST_CALLS, readCharges),
  ]);
  // A position that matured between the two responses is in both.
  const content = [...new Map([...matured.rows, ...active.rows].map((position) => [position.id, position])).values()];
  return {
    content: content.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    charges: charges.rows,
    receivedAtMs: systemClock().getTime(),
    totalPages: active.totalPages + matured.totalPages,
    isWhole: active.isWhole && matured.isWhole,
  };
}

async function readPositions(status: 'ACTIVE' | 'MATURED', page: number): Promise<ListPage<StakingPosition>> {
  const { stakingList: list } = await callApi(stakingList, { status, page, size: MOST_ROWS_A_CALL });
  return list;
}

async function readCharges(page: number): Promise<ListPage<TurboCharge>> {
  const { list } = await callApi(turboChargeList, { page, size: MOST_ROWS_A_CALL });
  return { content: list.content, totalPages: Math.ceil(list.totalElements / MOST_ROWS_A_CALL) };
}
