import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultPace, type Operator } from '../../../provider/payouts/operator.ts';
import { createOperatorChain } from '../../../provider/payouts/operator-chain.ts';
import { readWaitingPayouts } from '../../../provider/payouts/read-waiting.ts';
import { takeTurn } from '../../../provider/payouts/take-turn.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { lyingRecipient } from '../../chain/artifacts/lying-recipient.ts';
import { priceWatchingRecipient } from '../../chain/artifacts/price-watching-recipient.ts';
import { slowRecipient } from '../../chain/artifacts/slow-recipient.ts';
import { smartAccount } from '../../chain/artifacts/smart-account.ts';
import { type Fault, NoAnswer } from '../../support/faulty-rpc.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { contractMember, readTrial } from './contract-members.ts';
import { everythingAgrees, openPayouts, orderOf, type Payouts, pendingPayout } from './open-payouts.ts';

/** 25 of each member in the sweep. */
const ORDERS_PER_MEMBER = Number(process.env['HOSTILE_ORDERS_PER_MEMBER'] ?? 2);
const HOSTILE_MEMBERS = 20;
const MOST_ROUNDS = 300;
const MOST_GAS_OF_TRIAL = 400_000n;

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  // What rests would count as nothing to do.
  payouts.provider.time.advance(defaultPace.mostRestMs);
  await payouts.provider.pool.query('delete from operator_lease');
  for (let round = 0; round < MOST_ROUNDS && (await payouts.turn()) !== 'IDLE'; round += 1) await payouts.mine(1);
  await payouts.finish();
  await everythingAgrees(payouts);
});
afterAll(() => payouts.stop());

const oneJu = { walletType: 'JU', amount: '1' } as const;

/** As in production, but for a node that is given up sooner. */
async function inProduction(
  parts: Parameters<Payouts['operator']>[0] = {},
  pace: Parameters<Payouts['operator']>[1] = {},
): Promise<Operator> {
  await payouts.provider.pool.query('delete from operator_lease');
  const chain = createOperatorChain({ rpcUrl: payouts.rpc.url, chainId: 210_000, vault: developmentVault, timeoutMs: 250 });
  return payouts.operator({ chain, ...parts }, { ...defaultPace, ...pace });
}

/** From now on, and for these recipients only, trials are never answered. */
function hang(people: readonly Person[]): () => void {
  const addresses = new Set(people.map(({ wallet }) => wallet.address.toLowerCase()));
  return payouts.rpc.inject((call, next) => {
    const trial = readTrial(call);
    return trial !== undefined && addresses.has(trial.to.toLowerCase()) ? Promise.reject(new NoAnswer()) : next();
  });
}

/** A member with plain JU, no contract. */
async function honestMember(): Promise<Person> {
  const person = await newPerson(payouts.provider);
  await payouts.deposit(person, 'JU', '100');
  await payouts.mine(2);
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

/** How many blocks pass until one holds a payout that is asked for now. */
async function blocksUntilPaid(operator: Operator, person: Person): Promise<number> {
  await pendingPayout(payouts, person, oneJu);
  const before = await payouts.held('JU', person.wallet.address);
  for (let blocks = 1; blocks <= 20; blocks += 1) {
    await takeTurn(operator, { looksBack: false });
    await payouts.mine(1);
    payouts.provider.time.advance(2_000);
    if ((await payouts.held('JU', person.wallet.address)) > before) return blocks;
  }
  return Infinity;
}

describe('hostile recipients', () => {
  it(
    `of ${HOSTILE_MEMBERS} members with ${ORDERS_PER_MEMBER} payouts each do not keep an honest one waiting`,
    { timeout: 600_000 },
    async () => {
      const operator = await inProduction();
      const ada = await honestMember();
      const alone = await blocksUntilPaid(operator, ada);
      const contracts = [slowRecipient, priceWatchingRecipient, lyingRecipient, smartAccount];
      const hostile: Person[] = [];
      for (let index = 0; index < HOSTILE_MEMBERS; index += 1)
        hostile.push(await contractMember(payouts, contracts[index % contracts.length] ?? slowRecipient));
      for (const person of hostile) for (let order = 0; order < ORDERS_PER_MEMBER; order += 1) await pendingPayout(payouts, person, oneJu);
      let mostGas = 0n;
      const stopWatching = payouts.rpc.inject((call, next) => {
        const gas = readTrial(call)?.gas ?? (call.method === 'eth_estimateGas' ? undefined : 0n);
        mostGas = gas === undefined ? 2n ** 64n : gas > mostGas ? gas : mostGas;
        return next();
      });
      // The smart accounts' stand for contracts that a node cannot cope with, whatever bounds it is given.
      const stopHanging = hang(hostile.filter((_, index) => index % contracts.length === 3));
      payouts.provider.time.advance(1_000);
      const waits = [
        await blocksUntilPaid(operator, ada),
        await blocksUntilPaid(operator, ada),
        await blocksUntilPaid(operator, await honestMember()),
      ];
      stopHanging();
      stopWatching();
      for (const blocks of waits) expect(blocks).toBeLessThanOrEqual(alone + 3);
      expect(mostGas).toBeLessThanOrEqual(MOST_GAS_OF_TRIAL);
      expect(mostGas).toBeGreaterThan(0n);
      await payouts.provider.pool.query('delete from operator_lease');
    },
  );
});

describe('a trial that is never answered', () => {
  it('has its line rest twice as long each time, up to a bound, known to every process', async () => {
    const eve = await contractMember(payouts, smartAccount);
    const ids = [await pendingPayout(payouts, eve, oneJu), await pendingPayout(payouts, eve, oneJu)];
    const stop = hang([eve]);
    const rests: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const now = payouts.provider.time.now.getTime();
      await takeTurn(await inProduction(), { looksBack: false });
      const { rest_until: until } = (await lineOf(eve)) ?? { rest_until: null };
      rests.push(((until?.getTime() ?? 0) - now) / 1_000);
      // Another process, a moment before: the other order waits as well.
      payouts.provider.time.now = new Date((until?.getTime() ?? 0) - 1);
      expect(await readWaitingPayouts(await inProduction(), 10)).toEqual([]);
      payouts.provider.time.advance(1);
    }
    stop();
    expect(rests).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
    await payouts.finish();
    for (const id of ids) expect(await orderOf(payouts, id)).toMatchObject({ status: 'POSTED' });
    expect(await lineOf(eve)).toMatchObject({ failures: 0, rest_until: null });
  });

  it('because the node fails altogether costs nobody a turn: all are paid as soon as it is back', async () => {
    const people = [await honestMember(), await honestMember(), await honestMember()];
    const ids: string[] = [];
    for (const person of people) ids.push(await pendingPayout(payouts, person, oneJu));
    const operator = await inProduction();
    const down: Fault = (call, next) => (call.method === 'eth_call' ? Promise.reject(new NoAnswer()) : next());
    const mend = payouts.rpc.inject(down);
    for (let round = 0; round < 12; round += 1) {
      await takeTurn(operator, { looksBack: false });
      payouts.provider.time.advance(10_000);
    }
    mend();
    for (const person of people) expect((await lineOf(person))?.failures).toBe(0);
    payouts.provider.time.advance(defaultPace.restMs);
    await takeTurn(operator, { looksBack: false });
    for (const id of ids) expect(await isSigned(id)).toBe(true);
  });
});

describe('the operator', () => {
  it('has no more than four of a member’s payouts open at once, and one after one was refused', async () => {
    const [eve, ada] = [await contractMember(payouts, smartAccount), await honestMember()];
    for (let order = 0; order < 7; order += 1) await pendingPayout(payouts, eve, oneJu);
    payouts.provider.time.advance(1);
    const id = await pendingPayout(payouts, ada, oneJu);
    const operator = await inProduction({}, { mostOpen: 5 });
    await takeTurn(operator, { looksBack: false });
    expect(await openOf(eve)).toBe(4);
    expect(await isSigned(id)).toBe(true);
    await payouts.provider.pool.query('update payout_line set failures = 1 where member_id = $1', [eve.id]);
    await payouts.mine(3);
    expect((await readWaitingPayouts(operator, 10)).filter(({ memberId }) => memberId === eve.id)).toEqual([]);
  });

  it('takes everybody’s first payout before anybody’s second, whoever asked first', async () => {
    const [eve, ada] = [await honestMember(), await honestMember()];
    for (let order = 0; order < 3; order += 1) await pendingPayout(payouts, eve, oneJu);
    payouts.provider.time.advance(1);
    const id = await pendingPayout(payouts, ada, oneJu);
    const turns = await readWaitingPayouts(payouts.operator(), 10);
    expect(turns.map(({ memberId }) => memberId)).toEqual([eve.id, ada.id, eve.id, eve.id]);
    expect(turns[1]?.id).toBe(id);
  });

  it('renews its lease for each order', async () => {
    const people = [await honestMember(), await honestMember(), await honestMember()];
    for (const person of people) await pendingPayout(payouts, person, oneJu);
    const untils: number[] = [];
    const stop = payouts.rpc.inject(async (call, next) => {
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
    await takeTurn(await inProduction(), { looksBack: false });
    stop();
    expect(untils).toHaveLength(3);
    for (const left of untils) expect(left).toBeGreaterThan(20_000);
  });
});
