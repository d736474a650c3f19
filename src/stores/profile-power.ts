import { juPowerInfo } from '../lib/api/contract/ju-power.ts';
import { readQuery } from './read-query.ts';
import { readAgain } from './server-state.ts';

const powerKey = 'sales/juPowerInfo:';

/** JU power, its parts and its history. */
export const $juPowerInfo = readQuery(powerKey, juPowerInfo);

export function refreshJuPower(): void {
  readAgain(powerKey);
}
