import type { SQL } from 'drizzle-orm';
import { depositPromises } from '../chain-watch/deposit-promises.ts';
import { orderPromises } from '../payouts/order-promises.ts';
import { bonusPromises } from './bonuses/bonus-promises.ts';
import { codePromises } from './codes/code-promises.ts';
import { rolePromises } from './roles/role-promises.ts';
import { stakingPromises } from './staking/staking-promises.ts';
import { treasuryPromises } from './treasury/treasury-promises.ts';

/** Everything the modules still owe, which the audit checks to be covered. */
export const promises: readonly SQL[] = [
  ...treasuryPromises,
  ...stakingPromises,
  ...bonusPromises,
  ...rolePromises,
  ...codePromises,
  ...orderPromises,
  ...depositPromises,
];
