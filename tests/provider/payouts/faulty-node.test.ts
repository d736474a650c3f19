import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChainUnavailable } from '../../../provider/chain-client.ts';
import { createExecutorChain } from '../../../provider/payouts/executor-chain.ts';
import type { Executor } from '../../../provider/payouts/executor.ts';
import { takeTurn } from '../../../provider/payouts/start-executor.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { delayed, only, refuses, seededRandom } from '../../support/rpc-faults.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { everythingAgrees, listed, openPayouts, orderOf, type Payouts, pendingPayout } from './open-payouts.ts';
import { namedFaults } from './random-faults.ts';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  await payouts.finish();
  await everythingAgrees(payouts);
});
afterAll(() => payouts.stop());

async function richMember(): Promise<Person> {
  const ada = await newPerson(payouts.provider);
  await payouts.deposit(ada, 'USDT', '100');
  await payouts.mine(3);
  return ada;
}

/** An executor with short timeouts that takes over now. */
async function impatient(): Promise<Executor> {
  await payouts.provider.pool.query('delete from operator_lease');
  const { url: rpcUrl } = payouts.rpc;
  return payouts.executor({ chain: createExecutorChain({ rpcUrl, vault: developmentVault, timeoutMs: 250 }) });
}

/** Like the loop: a failed turn is followed by another. */
async function tryTurn(executor: Executor): Promise<void> {
  await takeTurn(executor, { checksReorgs: true }).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
  });
}

async function isPaidOnce(ada: Person, id: string): Promise<void> {
  const { contractId } = await orderOf(payouts, id);
  const filter = { eventName: 'Paid', args: { id: contractId }, fromBlock: 0n } as const;
  expect(await payouts.node.publicClient.getContractEvents({ ...contracts.vault, ...filter })).toHaveLength(1);
  expect((await listed(payouts, ada)).find((line) => line.id === id)).toMatchObject({ status: 'POSTED' });
  expect(await payouts.held('USDT', ada.wallet.address)).toBe(10_000_000n);
}

describe('a payout through a node', () => {
  it.each(namedFaults(seededRandom(17)))('with %s is paid once', async (_, fault) => {
    const ada = await richMember();
    const id = await pendingPayout(payouts, ada);
    const mend = payouts.rpc.inject(fault);
    const executor = await impatient();
    for (let round = 0; round < 6; round += 1) {
      await tryTurn(executor);
      await payouts.mine(1);
      payouts.provider.time.advance(20_000);
    }
    mend();
    await payouts.finish();
    await isPaidOnce(ada, id);
  });

  it('that says “nonce too low” or “already known” about its own transaction is paid once, and nothing counts as lost', async () => {
    const ada = await richMember();
    const id = await pendingPayout(payouts, ada);
    const executor = await impatient();
    await tryTurn(executor);
    for (const message of ['nonce too low', 'already known', 'replacement transaction underpriced']) {
      const mend = payouts.rpc.inject(only('eth_sendRawTransaction', refuses(-32_000, message)));
      await tryTurn(executor);
      mend();
    }
    await payouts.mine(4);
    await tryTurn(executor);
    await isPaidOnce(ada, id);
  });

  it('of another chain isn’t trusted, and nothing is signed for it', async () => {
    const ada = await richMember();
    const id = await pendingPayout(payouts, ada);
    const mend = payouts.rpc.inject(only('eth_chainId', () => Promise.resolve({ result: '0x1' })));
    await expect(takeTurn(await impatient(), { checksReorgs: true })).rejects.toBeInstanceOf(ChainUnavailable);
    mend();
    expect((await payouts.provider.pool.query('select from operator_nonce where order_id = $1', [id])).rowCount).toBe(0);
    await payouts.finish();
    await isPaidOnce(ada, id);
  });

  it('that was replaced by one of another chain at the same URL isn’t trusted either', async () => {
    const ada = await richMember();
    const executor = await impatient();
    await tryTurn(executor);
    const id = await pendingPayout(payouts, ada);
    const mend = payouts.rpc.inject(only('eth_chainId', () => Promise.resolve({ result: '0x1' })));
    await expect(takeTurn(executor, { checksReorgs: true })).rejects.toBeInstanceOf(ChainUnavailable);
    mend();
    expect((await payouts.provider.pool.query('select from operator_nonce where order_id = $1', [id])).rowCount).toBe(0);
  });

  it('that is slow is sent by one of several processes, and paid once', async () => {
    const ada = await richMember();
    const id = await pendingPayout(payouts, ada);
    const mend = payouts.rpc.inject(delayed(seededRandom(3), 60));
    await payouts.provider.pool.query('delete from operator_lease');
    const executors = [payouts.executor(), payouts.executor(), payouts.executor({ leaseMs: 50 })];
    for (let round = 0; round < 5; round += 1) {
      // One whose lease expires while it works is overtaken in the middle.
      await Promise.allSettled(executors.map((each) => takeTurn(each, { checksReorgs: true })));
      await payouts.mine(1);
    }
    mend();
    await payouts.finish();
    expect((await payouts.provider.pool.query('select from operator_nonce where order_id = $1', [id])).rowCount).toBe(1);
    await isPaidOnce(ada, id);
  });
});
