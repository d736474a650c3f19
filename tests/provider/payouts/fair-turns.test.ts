import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultPace, type Executor } from '../../../provider/payouts/executor.ts';
import { createExecutorChain } from '../../../provider/payouts/executor-chain.ts';
import { readWaitingPayouts } from '../../../provider/payouts/payout-lines.ts';
import { takeTurn } from '../../../provider/payouts/start-executor.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { lyingRecipient } from '../../chain/artifacts/lying-recipient.ts';
import { priceWatchingRecipient } from '../../chain/artifacts/price-watching-recipient.ts';
import { slowRecipient } from '../../chain/artifacts/slow-recipient.ts';
import { smartAccount } from '../../chain/artifacts/smart-account.ts';
import type { Fault } from '../../support/faulty-rpc.ts';
import { only, refuses, says, silent } from '../../support/rpc-faults.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { contractMember, readTrial } from './contract-members.ts';
import { everythingAgrees, openPayouts, orderOf, type Payouts, pendingPayout } from './open-payouts.ts';

/** 25 per member in the long tests. */
const ORDERS_PER_MEMBER = Number(process.env['HOSTILE_ORDERS_PER_MEMBER'] ?? 2);
const HOSTILE_MEMBERS = 20;
const MOST_ROUNDS = 300;
const MOST_GAS_OF_TRIAL = 400_000n;

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  for (const mend of faults.splice(0)) mend();
  // Resting lines would count as nothing to do.
  payouts.provider.time.advance(defaultPace.mostRestMs);
  await payouts.provider.pool.query('delete from operator_lease');
  for (let round = 0; round < MOST_ROUNDS && (await payouts.turn()) !== 'IDLE'; round += 1) await payouts.mine(1);
  await payouts.finish();
  await everythingAgrees(payouts);
}, 60_000 * ORDERS_PER_MEMBER);
afterAll(() => payouts.stop());

const oneJu = { walletType: 'JU', amount: '1' } as const;

/** As in production, but without limits on the machine's speed. */
async function inProduction(
  parts: Parameters<Payouts['executor']>[0] = {},
  pace: Parameters<Payouts['executor']>[1] = {},
): Promise<Executor> {
  await payouts.provider.pool.query('delete from operator_lease');
  return payouts.executor(parts, { ...defaultPace, trialsMs: Infinity, ...pace });
}

const faults: (() => void)[] = [];

/** Injects a fault until the test ends. */
function inject(fault: Fault): void {
  faults.push(payouts.rpc.inject(fault));
}

/** The error of a node that aborts slow calls itself. */
const tooSlow: Fault = refuses(-32_000, 'execution aborted (timeout = 5s)');

/** From now on, trials for these recipients fail, and nothing else. */
function failTrialsFor(people: readonly Person[], fault: Fault): void {
  const addresses = new Set(people.map(({ wallet }) => wallet.address.toLowerCase()));
  inject((call, next) => {
    const trial = readTrial(call);
    return trial !== undefined && addresses.has(trial.to.toLowerCase()) ? fault(call, next) : next();
  });
}

/** A member with plain JU, no contract. */
async function honestMember(): Promise<Person> {
  const person = await newPerson(payouts.provider);
  await payouts.deposit(person, 'JU', '100');
  await payouts.mine(3);
  return person;
}

async function lineOf({ id }: Person) {
  const { rows } = await payouts.provider.pool.query<{ failures: number; rest_until: Date | null }>(
    'select failures, rest_until from payout_line where member_id = $1',
    [id],
  );
  return rows[0];
}

async function openOf({ id }: Person): Promise<number> {
  const { rowCount } = await payouts.provider.pool.query(
    `select from operator_nonce n join chain_order o on o.id = n.order_id where o.member_id = $1 and n.state = 'OPEN'`,
    [id],
  );
  return rowCount ?? 0;
}

const isSigned = async (id: string): Promise<boolean> =>
  ((await payouts.provider.pool.query('select from operator_nonce where order_id = $1', [id])).rowCount ?? 0) > 0;

/** Number of blocks until one contains a payout requested now. */
async function blocksUntilPaid(executor: Executor, person: Person): Promise<number> {
  await pendingPayout(payouts, person, oneJu);
  const before = await payouts.held('JU', person.wallet.address);
  for (let blocks = 1; blocks <= 20; blocks += 1) {
    await takeTurn(executor, { checksReorgs: false });
    await payouts.mine(1);
    payouts.provider.time.advance(2_000);
    if ((await payouts.held('JU', person.wallet.address)) > before) return blocks;
  }
  return Infinity;
}

describe('hostile recipients', () => {
  it(`of ${HOSTILE_MEMBERS} members with ${ORDERS_PER_MEMBER} payouts each don’t delay an honest one`, { timeout: 600_000 }, async () => {
    const executor = await inProduction();
    const ada = await honestMember();
    const alone = await blocksUntilPaid(executor, ada);
    const contracts = [slowRecipient, priceWatchingRecipient, lyingRecipient, smartAccount];
    const hostile: Person[] = [];
    for (let index = 0; index < HOSTILE_MEMBERS; index += 1)
      hostile.push(await contractMember(payouts, contracts[index % contracts.length] ?? slowRecipient));
    for (const person of hostile) for (let order = 0; order < ORDERS_PER_MEMBER; order += 1) await pendingPayout(payouts, person, oneJu);
    const gasOfTrials: bigint[] = [];
    inject((call, next) => {
      const trial = readTrial(call);
      if (trial !== undefined) gasOfTrials.push(trial.gas ?? 2n ** 64n);
      return next();
    });
    // The smart accounts' trials represent contracts that a node can't handle, whatever the limits.
    failTrialsFor(
      hostile.filter((_, index) => index % contracts.length === 3),
      tooSlow,
    );
    payouts.provider.time.advance(1_000);
    const waits = [
      await blocksUntilPaid(executor, ada),
      await blocksUntilPaid(executor, ada),
      await blocksUntilPaid(executor, await honestMember()),
    ];
    for (const blocks of waits) expect(blocks).toBeLessThanOrEqual(alone + 3);
    expect(gasOfTrials.length).toBeGreaterThan(HOSTILE_MEMBERS);
    expect(gasOfTrials.filter((gas) => gas > MOST_GAS_OF_TRIAL)).toEqual([]);
    await payouts.provider.pool.query('delete from operator_lease');
  });
});

describe('a failing trial', () => {
  it('makes its line rest twice as long each time, up to a limit, in every process', async () => {
    const eve = await contractMember(payouts, smartAccount);
    const ids = [await pendingPayout(payouts, eve, oneJu), await pendingPayout(payouts, eve, oneJu)];
    failTrialsFor([eve], tooSlow);
    const rests: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const now = payouts.provider.time.now.getTime();
      await takeTurn(await inProduction(), { checksReorgs: false });
      const { rest_until: until } = (await lineOf(eve)) ?? { rest_until: null };
      rests.push(((until?.getTime() ?? 0) - now) / 1_000);
      // Another process, a moment before: the other order waits too.
      payouts.provider.time.now = new Date((until?.getTime() ?? 0) - 1);
      expect(await readWaitingPayouts(await inProduction(), 10)).toEqual([]);
      payouts.provider.time.advance(1);
    }
    for (const mend of faults.splice(0)) mend();
    expect(rests).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
    await payouts.finish();
    for (const id of ids) expect(await orderOf(payouts, id)).toMatchObject({ status: 'POSTED' });
    expect(await lineOf(eve)).toMatchObject({ failures: 0, rest_until: null });
  });

  it('that the node never answers ends after its own timeout, and the next payout is sent in the same turn', async () => {
    const [eve, ada] = [await contractMember(payouts, smartAccount), await honestMember()];
    const held = await pendingPayout(payouts, eve, oneJu);
    payouts.provider.time.advance(1);
    const id = await pendingPayout(payouts, ada, oneJu);
    failTrialsFor([eve], silent);
    const chain = { rpcUrl: payouts.rpc.url, vault: developmentVault, timeoutMs: 60_000, trialTimeoutMs: 2_000 };
    await takeTurn(await inProduction({ chain: createExecutorChain(chain) }), { checksReorgs: false });
    expect(await orderOf(payouts, held)).toMatchObject({ heldBecause: 'TRIAL_FAILED', status: 'PENDING' });
    expect(await isSigned(id)).toBe(true);
  });

  it('of a node that is down costs no member a turn: all are paid once it is back', async () => {
    const people = [await honestMember(), await honestMember(), await honestMember()];
    const ids: string[] = [];
    for (const person of people) ids.push(await pendingPayout(payouts, person, oneJu));
    const executor = await inProduction();
    inject(only('eth_call', says(503, 'overloaded')));
    for (let round = 0; round < 12; round += 1) {
      await takeTurn(executor, { checksReorgs: false });
      payouts.provider.time.advance(10_000);
    }
    for (const mend of faults.splice(0)) mend();
    for (const person of people) expect((await lineOf(person))?.failures).toBe(0);
    payouts.provider.time.advance(defaultPace.restMs);
    await takeTurn(executor, { checksReorgs: false });
    for (const id of ids) expect(await isSigned(id)).toBe(true);
  });
});

describe('the executor', () => {
  it('has at most four of a member’s payouts open at once, and one after one was refused', async () => {
    const [eve, ada] = [await contractMember(payouts, smartAccount), await honestMember()];
    for (let order = 0; order < 7; order += 1) await pendingPayout(payouts, eve, oneJu);
    payouts.provider.time.advance(1);
    const id = await pendingPayout(payouts, ada, oneJu);
    const executor = await inProduction({}, { mostOpen: 5 });
    await takeTurn(executor, { checksReorgs: false });
    expect(await openOf(eve)).toBe(4);
    expect(await isSigned(id)).toBe(true);
    await payouts.provider.pool.query('update payout_line set failures = 1 where member_id = $1', [eve.id]);
    await payouts.mine(4);
    expect((await readWaitingPayouts(executor, 10)).filter(({ memberId }) => memberId === eve.id)).toEqual([]);
  });

  it('takes each member’s first payout before any member’s second', async () => {
    const [eve, ada] = [await honestMember(), await honestMember()];
    for (let order = 0; order < 3; order += 1) await pendingPayout(payouts, eve, oneJu);
    payouts.provider.time.advance(1);
    const id = await pendingPayout(payouts, ada, oneJu);
    const turns = await readWaitingPayouts(payouts.executor(), 10);
    expect(turns.map(({ memberId }) => memberId)).toEqual([eve.id, ada.id, eve.id, eve.id]);
    expect(turns[1]?.id).toBe(id);
  });

  it('redetermines the order when its time for trials is over, and gets to everyone', async () => {
    const people = [await honestMember(), await honestMember(), await honestMember()];
    const ids: string[] = [];
    for (const person of people) ids.push(await pendingPayout(payouts, person, oneJu));
    const executor = await inProduction({}, { trialsMs: 0 });
    failTrialsFor(people.slice(0, 2), tooSlow);
    for (let turn = 0; turn < people.length; turn += 1) await takeTurn(executor, { checksReorgs: false });
    expect(await Promise.all(people.map(async (person) => (await lineOf(person))?.failures))).toEqual([1, 1, 0]);
    expect(await isSigned(ids[2] ?? '')).toBe(true);
  });

  it('renews its lease for each order', async () => {
    const people = [await honestMember(), await honestMember(), await honestMember()];
    for (const person of people) await pendingPayout(payouts, person, oneJu);
    const untils: number[] = [];
    inject(async (call, next) => {
      if (readTrial(call) === undefined) return next();
      const { rows } = await payouts.provider.pool.query<{ until: Date; now: Date }>(
        'select until, clock_timestamp() as now from operator_lease',
      );
      const [{ until, now } = { until: new Date(0), now: new Date() }] = rows;
      untils.push(until.getTime() - now.getTime());
      // As if the trial had taken most of the lease.
      await payouts.provider.pool.query(`update operator_lease set until = clock_timestamp() + interval '5 seconds'`);
      return next();
    });
    await takeTurn(await inProduction(), { checksReorgs: false });
    expect(untils).toHaveLength(3);
    for (const left of untils) expect(left).toBeGreaterThan(20_000);
  });
});
