import { atom, computed } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { stakingInfo, stakingList, turboChargeList } from '../lib/api/contract/staking.ts';
import { systemClock } from '../lib/clock.ts';
import { type HeldAnswer, liveStaking, type LiveStaking } from '../lib/staking/live-positions.ts';
import type { StakingPosition, TurboCharge } from '../lib/staking/staking-types.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { createQuery, revalidateKeys, type ServerState } from './server-state.ts';
import { $sessionTag } from './session.ts';

type StakingInfo = DataOf<typeof stakingInfo>;

export interface HeldStakes extends HeldAnswer {
  /** Of what the provider holds, at 100 positions a page. */
  totalPages: number;
  /** False where there are more than are read: their sum is then not everything. */
  isWhole: boolean;
}

export interface LiveHoldings extends LiveStaking {
  isWhole: boolean;
}

/** What is filled in for a new stake, for all that shows what would follow from it. */
export interface StakeDraft {
  /** Null while there is none that can be staked. */
  amountBaseUnits: bigint | null;
  /** Null until one is chosen: then it is the list's last. */
  periodId: string | null;
}

/** One page of a list, as long as its screen is. */
export interface ListPage<Row> {
  content: readonly Row[];
  totalPages: number;
}

const MOST_ROWS_A_CALL = 100;
const MOST_CALLS = 10;

const infoKey = 'staking/info:';
const heldKey = 'staking/held:';

const $info = createQuery<StakingInfo>([infoKey, $sessionTag], { fetcher: () => callApi(stakingInfo, {}) });

/** Sums of what is staked and earned, as they were when they were read. */
export const $currentStaking = answerPart($info, 'currentStaking');
export const $tierList = answerPart($info, 'tierList');
export const $periodList = answerPart($info, 'periodList');
export const $turboChargeInfo = answerPart($info, 'turboChargeInfo');
/** Returns are paid from what is reserved in it. */
export const $rewardPool = answerPart($info, 'rewardPool');

/** All that is not withdrawn, with every charge it had: what is needed to reckon it live. */
export const $stakingList = createQuery<HeldStakes>([heldKey, $sessionTag], { fetcher: readHeldStakes });

/** The same, to be reckoned on from by `$nowMs`. */
export const $liveStaking = computed($stakingList, ({ data, error, loading }): ServerState<LiveHoldings> => ({
  data: data && { ...liveStaking(data), isWhole: data.isWhole },
  error: error as unknown,
  loading,
}));

export const $stakeDraft = atom<StakeDraft>({ amountBaseUnits: null, periodId: null });

/** When the figures on screen were read, in ms since the epoch; null when they were not. */
export function stakingReadAtMs(): number | null {
  return $info.key === undefined ? null : answerReadAtMs($info.key);
}

export function refreshStaking(): void {
  revalidateKeys((key) => key.startsWith('staking/'));
}

async function readHeldStakes(): Promise<HeldStakes> {
  const [active, matured, charges] = await Promise.all([
    readAll((page) => readPositions('ACTIVE', page)),
    readAll((page) => readPositions('MATURED', page)),
    readAll(readCharges),
  ]);
  // One that matured between the two answers stands in both.
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

/** Page by page, since pages of a list are steady only in their order. */
async function readAll<Row>(
  read: (page: number) => Promise<ListPage<Row>>,
): Promise<{ rows: Row[]; totalPages: number; isWhole: boolean }> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { content, totalPages } = await read(page);
    rows.push(...content);
    const isWhole = page >= totalPages;
    if (isWhole || page === MOST_CALLS) return { rows, totalPages, isWhole };
  }
}
