import type { DataOf } from '../lib/api/contract/define-call.ts';
import { juPowerInfo as juPowerInfoCall } from '../lib/api/contract/ju-power.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type JuPowerInfo = DataOf<typeof juPowerInfoCall>;

const powerKey = 'sales/juPowerInfo:';

/** JU power, its parts and its history. */
export const $juPowerInfo = createQuery<JuPowerInfo>([powerKey, $sessionTag], {
  kept: juPowerInfoCall.output,
  fetcher: () => callApi(juPowerInfoCall, {}),
});

export function refreshJuPower(): void {
  revalidateKeys((key) => key.startsWith(powerKey));
}
