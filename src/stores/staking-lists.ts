import { atom } from 'nanostores';
import { stakingList, turboChargeList } from '../lib/api/contract/staking.ts';
import type { StakingPosition, TurboCharge } from '../lib/staking/choose-tier.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag } from './session.ts';
import type { ListPage } from './read-pages.ts';

/** One page of charges, as many as the screen shows. */
export interface TurboPage {
  content: readonly TurboCharge[];
  totalElements: number;
}

export const ROWS_A_PAGE = 10;

const withdrawnKey = 'staking/withdrawn:';
const turboKey = 'staking/turboList:';

export const $withdrawnPage = atom(1);
export const $withdrawnList = createQuery<ListPage<StakingPosition>>([withdrawnKey, $withdrawnPage, $sessionTag], {
  kept: stakingList.output.shape.stakingList,
  fetcher: async (_key, page) => {
    const { stakingList: list } = await callApi(stakingList, { status: 'WITHDRAWN', page: Number(page), size: ROWS_A_PAGE });
    return list;
  },
});

export const $turboPage = atom(1);
export const $turboList = createQuery<TurboPage>([turboKey, $turboPage, $sessionTag], {
  kept: turboChargeList.output.shape.list,
  fetcher: async (_key, page) => {
    const { list } = await callApi(turboChargeList, { page: Number(page), size: ROWS_A_PAGE });
    return list;
  },
});

/** The same in the shape that lists use. */
export const $turboPages = answerPart($turboList, ({ content, totalElements }): ListPage<TurboCharge> => ({
  content,
  totalPages: Math.ceil(totalElements / ROWS_A_PAGE),
}));
