import { atom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { yearStatement } from '../lib/api/contract/year-statement.ts';
import { callApi } from './api.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type YearStatement = DataOf<typeof yearStatement>;

const statementKey = 'wallet/yearStatement:';
const RUNNING = 'running';

const $asked = atom(RUNNING);

/** The statement of the chosen year; of the running one by default. */
export const $yearStatement = createQuery<YearStatement>([statementKey, $asked, ':', $sessionTag], {
  kept: yearStatement.output,
  fetcher: () => callApi(yearStatement, { year: $asked.get() === RUNNING ? null : Number($asked.get()) }),
});

export function chooseYear(year: number): void {
  $asked.set(String(year));
}

export function refreshYearStatement(): void {
  readAgain(statementKey);
}
