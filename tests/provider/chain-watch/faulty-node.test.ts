import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { watchOnce } from '../../../provider/chain-watch/watch-once.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { type Fault } from '../../support/faulty-rpc.ts';
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

/** As the loop does, each round after another block, until everything that was sent is credited. */
async function watchUntil(world: WatchWorld, ada: string, amount: bigint, rounds = 40): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await world.watch();
    if ((await world.available(ada, 'USDT')) === amount) return;
    await world.mine();
  }
  expect(await world.available(ada, 'USDT')).toBe(amount);
}

describe('a node that limits what it is asked', () => {
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
  it.each(limits)('to %s is asked for less, and gives all', async (_, limit) => {
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

  it('so much that one block holds more than it gives says so and credits none of that block', async () => {
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
  it('that a node left out are found when their blocks are read again', async () => {
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

  it('that were left out long ago are found by the second reading', async () => {
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

  it('that come twice and in any order are what they are', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const random = seededRandom(7);
    world.rpc.inject(shuffledLogs(random));
    world.rpc.inject(duplicatedLogs(random, 0.7));
    for (let count = 0; count < 9; count += 1) await world.send('USDT', 1, 10n);
    await watchUntil(world, ada, 90n);
    await world.agree();
  });

  it('of a block that the chain does not have are not believed', async () => {
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

describe('a balancer before nodes that lag', () => {
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

  it('is no reason for an alarm, and one that lags for good is', async () => {
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

describe('a node that answers badly', () => {
  const ways: [string, Fault][] = [
    ['keeps silent', silent],
    ['breaks the connection', broken],
    ['says 502', says(502, '<html>Bad gateway</html>')],
    ['says what is no JSON', says(200, '{"jsonrpc":"2.0","id":1,"result":')],
    ['says 429', says(429, 'slow down')],
    ['has an error of its own', refuses(-32_603, 'internal error')],
    ['has nothing', () => Promise.resolve({ result: null })],
  ];
  it.each(ways)('%s now and then costs time and no deposit', async (_, fault) => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    world.rpc.inject(sometimes(seededRandom(11), 0.1, fault));
    for (let count = 0; count < 5; count += 1) await world.send('USDT', 1, 10n);
    await watchUntil(world, ada, 50n);
    await world.agree();
  });

  it.each(ways)('%s for good keeps deposits from being credited, and that is said', async (_, fault) => {
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

  it('in another order than it was asked changes nothing', async () => {
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

  it('as one of another chain is not believed', async () => {
    const world = await openWatchWorld(node);
    await world.send('USDT', 1, 10n);
    await world.mine(3);
    const mend = world.rpc.inject(only('eth_chainId', () => Promise.resolve({ result: '0x1' })));
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    expect(world.logged.join('')).toContain('is of chain 1, not 210000');
    mend();
    expect(await world.watch()).toBe('WATCHED');
  });

  it('at the moment when a deposit is looked for that a reorganisation took is asked again, before it is given up', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const wallet = node.as(1);
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: world.vault.address, value: 5n, gas: 60_000n }));
    await receiptOf(node.publicClient, await node.publicClient.sendRawTransaction({ serializedTransaction: raw }));
    await world.mine(5);
    await world.watch();
    await world.rpc.ask('anvil_reorg', 6, [[raw, 2]]);
    // The reading of the new chain misses it, and its receipt cannot be had at first.
    const mend = [world.rpc.inject(droppedLogs(() => 0, 1)), world.rpc.inject(first(4, 'eth_getTransactionReceipt', broken))];
    expect(await world.watch()).toBe('CHAIN_UNAVAILABLE');
    expect(await world.watch()).toBe('WATCHED');
    mend.forEach((each) => each());
    expect(await world.deposits()).toMatchObject([{ state: 'CREDITED', block: (await node.publicClient.getBlockNumber()) - 3n }]);
    expect(await world.available(ada, 'JU')).toBe(5n);
    await world.agree();
  });

  it('as one that lags, when a deposit is looked for that a reorganisation moved, does not have it taken for lost', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    const wallet = node.as(1);
    const raw = await wallet.signTransaction(await wallet.prepareTransactionRequest({ to: world.vault.address, value: 5n, gas: 60_000n }));
    await receiptOf(node.publicClient, await node.publicClient.sendRawTransaction({ serializedTransaction: raw }));
    await world.mine(5);
    await world.watch();
    await world.rpc.ask('anvil_reorg', 6, [[raw, 2]]);
    world.rpc.inject(droppedLogs(() => 0, 1));
    world.rpc.inject(first(3, 'eth_getTransactionReceipt', () => Promise.resolve({ result: null })));
    expect(await world.watch()).toBe('WATCHED');
    expect(world.logged.join('')).not.toContain('its loss was booked');
    expect(await world.available(ada, 'JU')).toBe(5n);
    await world.agree();
  });
});
