import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';

import { deployContracts } from '../../../chain/deploy.ts';
import { createNodeClient } from '../../../chain/node-client.ts';
import { uncoveredLoss } from '../../../provider/chain-watch/book-losses.ts';
import { watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { openWatchWorld, type WatchWorld } from './watch-world.ts';
import { receiptOf } from '../../support/receipt-of.ts';

let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

/**
 * Replaces the last blocks by as many others without their contents, except for the given transactions, each with its distance from the
 * fork.
 */
async function reorg(depth: number, again: readonly (readonly [raw: Hex, blocksAfterFork: number])[] = []): Promise<void> {
  await createNodeClient(node.url).call('anvil_reorg', depth, again);
}

/** A deposit whose transaction can be sent again unchanged in another block. */
async function sendRaw(world: WatchWorld, from: 1 | 2, amount: bigint): Promise<Hex> {
  const wallet = node.as(from);
  const request = await wallet.prepareTransactionRequest({ to: world.vault.address, value: amount, gas: 60_000n });
  const raw = await wallet.signTransaction(request);
  await receiptOf(node.publicClient, await node.publicClient.sendRawTransaction({ serializedTransaction: raw }));
  return raw;
}

const treasury = (world: WatchWorld) => accountBalance(world.db, pooledAccount('TREASURY'), 'JU');
const loss = (world: WatchWorld) => uncoveredLoss(world.db, 'JU');

async function fillTreasury(world: WatchWorld, amountBaseUnits: bigint): Promise<void> {
  const entries = [
    { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU' as const, amountBaseUnits: -amountBaseUnits },
    { account: pooledAccount('TREASURY'), token: 'JU' as const, amountBaseUnits },
  ];
  await inTransaction(world.db, (tx) => postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: world.time.now, entries }));
}

describe('a reorganisation before a deposit is credited', () => {
  it('that drops it leaves nothing to credit', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await sendRaw(world, 1, 5n);
    await world.mine(2);
    await world.watch();
    expect(await world.deposits()).toMatchObject([{ state: 'SEEN' }]);
    await reorg(3);
    await world.mine(8);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.deposits()).toMatchObject([{ state: 'SEEN', block: null }]);
    expect(await world.available(ada, 'JU')).toBe(0n);
    await world.agree();
  });

  it('that moves it to a later block credits it once, three confirmations after that one', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const raw = await sendRaw(world, 1, 5n);
    await world.mine(2);
    await world.watch();
    await reorg(3, [[raw, 2]]);
    await world.watch();
    const [moved] = await world.deposits();
    expect(moved).toMatchObject({ state: 'SEEN', block: await node.publicClient.getBlockNumber() });
    await world.mine(2);
    await world.watch();
    expect(await world.available(ada, 'JU')).toBe(0n);
    await world.mine();
    await world.watch();
    expect(await world.available(ada, 'JU')).toBe(5n);
    expect(await world.deposits()).toHaveLength(1);
    await world.agree();
  });

  it('of three blocks on top of it changes nothing', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await sendRaw(world, 1, 5n);
    await world.mine(3);
    await world.watch();
    await reorg(3);
    await world.mine();
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'JU')).toBe(5n);
    expect([await loss(world), await treasury(world)]).toEqual([0n, 0n]);
    await world.agree();
  });
});

describe('a reorganisation deeper than three blocks', () => {
  it('books a vanished deposit to the treasury as far as possible, the rest as an uncovered loss, and raises an alarm', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await fillTreasury(world, 3n);
    await sendRaw(world, 1, 5n);
    await world.mine(5);
    await world.watch();
    await reorg(6);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'JU')).toBe(5n);
    expect([await treasury(world), await loss(world)]).toEqual([0n, 2n]);
    expect(await world.deposits()).toMatchObject([{ state: 'LOST' }]);
    const alarm = world.logged
      .map((line): unknown => JSON.parse(line))
      .find((line) => /is not on the chain any more; its loss/.test(JSON.stringify(line)));
    expect(alarm).toMatchObject({ level: 60, token: 'JU', amount: '0.000000000000000005', uncovered: '0.000000000000000002' });
    // And not again, whichever process looks.
    await world.mine(5);
    await world.watch();
    await watchOnce(world.another());
    expect([await treasury(world), await loss(world)]).toEqual([0n, 2n]);
    await world.agree();
  });

  it('that includes it again in another block, at another position, changes nothing', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const raw = await sendRaw(world, 1, 5n);
    await world.mine(5);
    await world.watch();
    const other = await node
      .as(2)
      .signTransaction(await node.as(2).prepareTransactionRequest({ to: world.vault.address, value: 8n, gas: 60_000n }));
    await reorg(6, [
      [other, 1],
      [raw, 1],
    ]);
    await world.mine(3);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'JU')).toBe(5n);
    expect((await world.deposits()).map(({ amount, state }) => [amount, state])).toEqual(
      expect.arrayContaining([
        [5n, 'CREDITED'],
        [8n, 'HELD'],
      ]),
    );
    expect(await loss(world)).toBe(0n);
    await world.agree();
  });

  it('returns the loss to those who bore it when the deposit reappears, and credits no one twice', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await fillTreasury(world, 3n);
    const raw = await sendRaw(world, 1, 5n);
    await world.mine(5);
    await world.watch();
    await reorg(6);
    await world.watch();
    expect([await treasury(world), await loss(world)]).toEqual([0n, 2n]);
    await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await world.mine(2);
    await world.watch();
    expect(await loss(world)).toBe(2n);
    await world.mine();
    await world.watch();
    expect([await treasury(world), await loss(world), await world.available(ada, 'JU')]).toEqual([3n, 0n, 5n]);
    // Lost and found once more.
    await reorg(5);
    await world.watch();
    expect([await treasury(world), await loss(world)]).toEqual([0n, 2n]);
    await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await world.mine(3);
    await world.watch();
    expect([await treasury(world), await loss(world), await world.available(ada, 'JU')]).toEqual([3n, 0n, 5n]);
    await world.agree();
  });

  it('removes a held deposit without a loss', async () => {
    const world = await openWatchWorld(node);
    const raw = await sendRaw(world, 2, 5n);
    await world.mine(5);
    await world.watch();
    expect(await world.held('JU')).toBe(5n);
    await reorg(6);
    await world.watch();
    expect([await world.held('JU'), await loss(world)]).toEqual([0n, 0n]);
    // It reappears after its sender has become a member.
    const bob = await world.member(2);
    await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await world.mine(3);
    await world.watch();
    expect([await world.held('JU'), await world.available(bob, 'JU')]).toEqual([0n, 5n]);
    await world.agree();
  });

  it('gives a held deposit that vanished to nobody, though its sender joins before that is booked', async () => {
    const world = await openWatchWorld(node);
    await sendRaw(world, 2, 5n);
    await world.mine(5);
    await world.watch();
    await reorg(6);
    let bob = '';
    const joins = async (place: string) => {
      if (place === 'REWOUND') bob = await world.member(2);
    };
    await watchOnce({ ...world.parts, reach: joins });
    expect([await world.available(bob, 'JU'), await world.held('JU'), await loss(world)]).toEqual([0n, 0n, 0n]);
    await world.agree();
  });

  it('gives a held deposit that moved to its sender only three confirmations after its new block', async () => {
    const world = await openWatchWorld(node);
    const raw = await sendRaw(world, 2, 5n);
    await world.mine(5);
    await world.watch();
    await reorg(6, [[raw, 4]]);
    await world.watch();
    const bob = await world.member(2);
    await world.mine();
    await world.watch();
    expect(await world.available(bob, 'JU')).toBe(0n);
    await world.mine(3);
    await world.watch();
    expect([await world.available(bob, 'JU'), await world.held('JU'), await loss(world)]).toEqual([5n, 0n, 0n]);
    await world.agree();
  });

  it('is found however far back it goes', { tags: 'full' }, async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    await world.watch();
    for (let round = 0; round < 10; round += 1) {
      await sendRaw(world, 1, 1n);
      await world.mine(3);
      await world.watch();
    }
    await reorg(22);
    await world.mine(2);
    expect(await world.watch()).toBe('WATCHED');
    const states = (await world.deposits()).map(({ state }) => state);
    expect(states.filter((state) => state === 'LOST')).toHaveLength(5);
    expect(await loss(world)).toBe(5n);
    await world.agree();
  });
});

describe('a reset chain', () => {
  it('stops crediting until it has passed its previous height, and reports it', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await world.mine(5);
    const snapshot = await node.testClient.snapshot();
    await world.mine(10);
    await world.watch();
    await node.testClient.revert({ id: snapshot });
    await sendRaw(world, 1, 5n);
    await world.mine(4);
    expect(await world.watch()).toBe('HEAD_BEHIND');
    expect(await world.available(ada, 'JU')).toBe(0n);
    expect(world.logged.join('')).toContain('deposits are not credited');
    await world.mine(10);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'JU')).toBe(5n);
    expect(world.logged.join('')).toContain('deposits are watched again');
    await world.agree();
  });

  it('without even the first known block is treated as another chain, and nothing is booked', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await sendRaw(world, 1, 5n);
    await world.mine(6);
    await world.watch();
    expect(await world.available(ada, 'JU')).toBe(5n);
    // Empty, the first block of the fork would be the same again.
    const stranger = await node
      .as(3)
      .signTransaction(await node.as(3).prepareTransactionRequest({ to: world.vault.tokens.juf, gas: 60_000n }));
    await reorg(9, [[stranger, 0]]);
    await world.mine(5);
    expect(await world.watch()).toBe('CHAIN_CHANGED');
    expect(await world.deposits()).toMatchObject([{ state: 'CREDITED' }]);
    expect(await loss(world)).toBe(0n);
  });
});
