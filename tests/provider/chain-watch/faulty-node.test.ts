import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import type { Fault } from '../../support/faulty-rpc.ts';
import {
  broken,
  delayed,
  droppedLogs,
  duplicatedLogs,
  first,
  laggingNodes,
  limitedLogCount,
  limitedLogRange,
  only,
  refuses,
  says,
  seededRandom,
  shuffledLogs,
  silent,
  sometimes,
} from '../../support/rpc-faults.ts';
import { openWatchWorld, type WatchWorld } from './watch-world.ts';
import { receiptOf } from '../../support/receipt-of.ts';

let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

/** Like the loop: each round after another block, until everything sent is credited. */
async function watchUntil(world: WatchWorld, ada: string, amount: bigint, rounds = 40): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await world.watch();
    if ((await world.available(ada, 'USDT')) === amount) return;
    await world.mine();
  }
  expect(await world.available(ada, 'USDT')).toBe(amount);
}

describe('a node with limits', () => {
  const limits: [string, Fault][] = [
    ['one block', limitedLogRange(1)],
    ['ten blocks', limitedLogRange(10, 'Block range is too large, max is 10 blocks')],
    [
      '20 blocks, with status 400',
      only('eth_getLogs', (call, next) =>
        limitedLogRange(20)(call, next).then((answer) => ('error' in answer ? says(400, 'too wide')(call, next) : answer)),
      ),
    ],
    ['three logs', limitedLogCount(3)],
  ];
  it.each(limits)('on %s gets smaller queries, and returns everything', async (_, limit) => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    world.rpc.inject(limit);
    for (let count = 0; count < 4; count += 1) {
      await world.send('USDT', 1, 10n);
      await world.mine(8);
    }
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'USDT')).toBe(40n);
    await world.agree();
  });

  it('that one block exceeds reports it and credits nothing of that block', async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    const lift = world.rpc.inject(limitedLogCount(0));
    await world.send('USDT', 1, 10n);
    await world.mine(3);
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    lift();
    expect(await world.watch()).toBe('WATCHED');
    await world.agree();
  });
});

describe('logs', () => {
  it('omitted by a node are found when their blocks are reread', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const mend = world.rpc.inject(droppedLogs(() => 0, 1));
    await world.send('USDT', 1, 10n);
    await world.mine(3);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.deposits()).toEqual([]);
    mend();
    await world.mine();
    await world.watch();
    expect(await world.available(ada, 'USDT')).toBe(10n);
    await world.agree();
  });

  it('omitted long ago are found by the second reading', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const mend = world.rpc.inject(droppedLogs(() => 0, 1));
    await world.send('USDT', 1, 10n);
    await world.mine(600);
    await world.watch();
    mend();
    await world.mine(300);
    await world.watch();
    expect(await world.available(ada, 'USDT')).toBe(0n);
    await world.mine(150);
    await world.watch();
    expect(await world.available(ada, 'USDT')).toBe(10n);
    expect(world.logged.join('')).toContain('a second reading found deposits');
    await world.agree();
  }, 120_000);

  it('that are repeated or out of order count once', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const random = seededRandom(7);
    world.rpc.inject(shuffledLogs(random));
    world.rpc.inject(duplicatedLogs(random, 0.7));
    for (let count = 0; count < 9; count += 1) await world.send('USDT', 1, 10n);
    await watchUntil(world, ada, 90n);
    await world.agree();
  });

  it('of a block that isn’t on the chain are ignored', async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    await world.send('USDT', 1, 10n);
    const forked: Fault = only('eth_getLogs', async (_, next) => {
      const answer = await next();
      return JSON.parse(JSON.stringify(answer).replaceAll(/"blockHash":"0x[0-9a-f]{4}/g, '"blockHash":"0xdead')) as typeof answer;
    });
    const mend = world.rpc.inject(forked);
    await world.mine(3);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.deposits()).toEqual([]);
    mend();
    await world.mine();
    await world.watch();
    expect(await world.deposits()).toMatchObject([{ state: 'CREDITED' }]);
    await world.agree();
  });
});

describe('a load balancer in front of lagging nodes', () => {
  it.each([
    ['silently', false],
    ['and refuse what they do not have', true],
  ])('%s has every deposit credited once', async (_, honest) => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    world.rpc.inject(laggingNodes(seededRandom(3), 3, { honest }));
    for (let count = 0; count < 6; count += 1) {
      await world.send('USDT', 1, 10n);
      await world.watch();
    }
    await watchUntil(world, ada, 60n);
    expect(world.logged.join('')).not.toContain('the chain was reorganised');
    await world.agree();
  });

  it('raises no alarm, but a permanently lagging one does', async () => {
    const world = await openWatchWorld(node);
    await world.mine(3);
    await world.watch();
    world.rpc.inject(laggingNodes(() => 0.99, 2));
    expect(await world.watch()).toBe('UNCERTAIN');
    expect(world.logged.join('')).not.toContain('deposits are not credited');
    world.time.advance(11_000);
    expect(await world.watch()).toBe('UNCERTAIN');
    expect(world.logged.join('')).toContain('deposits are not credited');
  });
});

describe('a faulty node', () => {
  const ways: [string, Fault][] = [
    ['keeps silent', silent],
    ['breaks the connection', broken],
    ['says 502', says(502, '<html>Bad gateway</html>')],
    ['says what is no JSON', says(200, '{"jsonrpc":"2.0","id":1,"result":')],
    ['says 429', says(429, 'slow down')],
    ['has an error of its own', refuses(-32_603, 'internal error')],
    ['has nothing', () => Promise.resolve({ result: null })],
  ];
  it.each(ways)('with occasional %s costs time but no deposit', async (_, fault) => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    world.rpc.inject(sometimes(seededRandom(11), 0.1, fault));
    for (let count = 0; count < 5; count += 1) await world.send('USDT', 1, 10n);
    await watchUntil(world, ada, 50n);
    await world.agree();
  });

  it.each(ways)('with permanent %s prevents crediting, and that is reported', async (_, fault) => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await world.send('USDT', 1, 10n);
    await world.mine(3);
    const mend = world.rpc.inject(fault);
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    expect(world.logged.join('')).toContain('deposits are not credited');
    mend();
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'USDT')).toBe(10n);
  });

  it('that answers out of order changes nothing', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    world.rpc.inject(delayed(seededRandom(5), 30));
    for (let count = 0; count < 5; count += 1) await world.send('USDT', 1, 10n);
    const other = world.another();
    for (let round = 0; round < 4; round += 1) {
      await world.mine();
      await Promise.all([world.watch(), watchOnce(other)]);
    }
    await watchUntil(world, ada, 50n);
    await world.agree();
  });

  it('of another chain isn’t trusted', async () => {
    const world = await openWatchWorld(node);
    await world.send('USDT', 1, 10n);
    await world.mine(3);
    const mend = world.rpc.inject(only('eth_chainId', () => Promise.resolve({ result: '0x1' })));
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    expect(world.logged.join('')).toContain('is of chain 1, not 210000');
    mend();
    expect(await world.watch()).toBe('WATCHED');
  });

  it('is queried again about a deposit undone by a reorganisation, before the deposit is dropped', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const wallet = node.as(1);
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: world.vault.address, value: 5n, gas: 60_000n }));
    await receiptOf(node.publicClient, await node.publicClient.sendRawTransaction({ serializedTransaction: raw }));
    await world.mine(5);
    await world.watch();
    await world.rpc.request('anvil_reorg', 6, [[raw, 2]]);
    // The reading of the new chain misses it, and its receipt isn't available at first.
    const mend = [world.rpc.inject(droppedLogs(() => 0, 1)), world.rpc.inject(first(4, 'eth_getTransactionReceipt', broken))];
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    expect(await world.watch()).toBe('WATCHED');
    mend.forEach((each) => each());
    expect(await world.deposits()).toMatchObject([{ state: 'CREDITED', block: (await node.publicClient.getBlockNumber()) - 3n }]);
    expect(await world.available(ada, 'JU')).toBe(5n);
    await world.agree();
  });

  it('that lags doesn’t make a deposit moved by a reorganisation count as lost', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const wallet = node.as(1);
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: world.vault.address, value: 5n, gas: 60_000n }));
    await receiptOf(node.publicClient, await node.publicClient.sendRawTransaction({ serializedTransaction: raw }));
    await world.mine(5);
    await world.watch();
    await world.rpc.request('anvil_reorg', 6, [[raw, 2]]);
    world.rpc.inject(droppedLogs(() => 0, 1));
    world.rpc.inject(first(3, 'eth_getTransactionReceipt', () => Promise.resolve({ result: null })));
    expect(await world.watch()).toBe('WATCHED');
    expect(world.logged.join('')).not.toContain('its loss was booked');
    expect(await world.available(ada, 'JU')).toBe(5n);
    await world.agree();
  });
});
