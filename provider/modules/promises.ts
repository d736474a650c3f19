import { type SQL } from 'drizzle-orm';
import { stakingPromises } from './staking/staking-promises.ts';
import { treasuryPromises } from './treasury/treasury-promises.ts';

/** All that the modules still owe, which the audit finds covered. */
export const promises: readonly SQL[] = [...treasuryPromises, ...stakingPromises];
