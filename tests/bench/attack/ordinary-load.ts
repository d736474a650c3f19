import { setTimeout as wait } from 'node:timers/promises';

import type { createHttpClient } from '../http-client.ts';
import type { SignedTransfer } from '../prepare-transfers.ts';

export interface OrdinaryMember {
  token: string;
  /** From their own address. */
  request: ReturnType<typeof createHttpClient>['request'];
}

export interface Timings {
  callsMs: number[];
  pagesMs: number[];
  /** The server's processor time in each round. */
  cpuMs: number[];
  /** Calls without the expected response. */
  failures: string[];
}

export const CALLS_PER_SECOND = 50;
export const PAGES_PER_SECOND = 25;
const READS = ['/api/wallet/overview', '/api/dashboard/home', '/api/wallet/transaction/list?size=10', '/api/profile/userInfo'];

export interface OrdinaryTraffic {
  timings: Timings;
  /** Reads a member's wallet, or pays; `number` says which and who. */
  call: (number: number) => Promise<void>;
  /** Loads the landing page. */
  load: (number: number) => Promise<void>;
}

/** Calls of members who read their wallets and pay, and of visitors of the landing page. Only reads once the transfers are used up. */
export function ordinaryTraffic(members: readonly OrdinaryMember[], transfers: SignedTransfer[]): OrdinaryTraffic {
  const timings: Timings = { callsMs: [], pagesMs: [], cpuMs: [], failures: [] };
  const memberOf = (number: number): OrdinaryMember => {
    const member = members[number % members.length];
    if (member === undefined) throw new Error('nobody asks');
    return member;
  };
  const timed = async (into: number[], what: string, call: ReturnType<OrdinaryMember['request']>): Promise<void> => {
    const askedAt = performance.now();
    const status = await call.then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    );
    into.push(performance.now() - askedAt);
    if (status !== 200) timings.failures.push(`${what}: ${status}`);
  };
  const call = (number: number): Promise<void> => {
    const transfer = number % 5 === 4 ? transfers.pop() : undefined;
    if (transfer !== undefined) {
      const headers = { authorization: `Bearer ${transfer.token}`, 'content-type': 'application/json', 'idempotency-key': transfer.key };
      return timed(timings.callsMs, 'transfer', memberOf(number).request('POST', '/api/wallet/transfer', headers, transfer.body));
    }
    const { request, token } = memberOf(number);
    const path = READS[Math.floor(number / members.length) % READS.length] ?? '/';
    return timed(timings.callsMs, path, request('GET', path, { authorization: `Bearer ${token}` }));
  };
  const load = (number: number): Promise<void> => timed(timings.pagesMs, '/', memberOf(number).request('GET', '/', {}));
  return { timings, call, load };
}

/** That traffic at a rate independent of the responses, so that slow ones show. */
export async function ordinaryLoad(
  members: readonly OrdinaryMember[],
  transfers: SignedTransfer[],
  seconds: number,
  /** How many times as often as usual. */
  pace = 1,
): Promise<Timings> {
  const { timings, call, load } = ordinaryTraffic(members, transfers);
  await Promise.all([paced(CALLS_PER_SECOND * pace, seconds, call), paced(PAGES_PER_SECOND * pace, seconds, load)]);
  return timings;
}

async function paced(perSecond: number, seconds: number, act: (number: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const acting: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    await wait(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    acting.push(act(number));
  }
  await Promise.all(acting);
}
