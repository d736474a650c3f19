import { atom } from 'nanostores';
import { stakingList, turboChargeList } from '../lib/api/contract/staking.ts';
import type { StakingPosition, TurboCharge } from '../lib/staking/staking-types.ts';
import { callApi } from './api.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag } from './session.ts';
import type { ListPage } from './staking.ts';

export const ROWS_A_PAGE = 10;

const withdrawnKey = 'staking/withdrawn:';
const turboKey = 'staking/turbo:';

export const $withdrawnPage = atom(1);
export const $withdrawnList = createQuery<ListPage<StakingPosition>>([withdrawnKey, $withdrawnPage, $sessionTag], {
  fetcher: async (_key, page) => {
    const { stakingList: list } = await callApi(stakingList, { status: 'WITHDRAWN', page: Number(page), size: ROWS_A_PAGE });
    return list;
  },
});

export const $turboPage = atom(1);
export const $turboList = createQuery<ListPage<TurboCharge>>([turboKey, $turboPage, $sessionTag], {
  fetcher: async (_key, page) => {
    const { list } = await callApi(turboChargeList, { page: Number(page), size: ROWS_A_PAGE });
    return { content: list.content, totalPages: Math.ceil(list.totalElements / ROWS_A_PAGE) };
  },
});
