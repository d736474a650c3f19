import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../../chain/role-accounts.ts';
import { watchOnce } from '../../../provider/chain-watch/watch-once.ts';
import { listTransactions } from '../../../provider/ledger/transaction-list.ts';
import { repeatedSender } from '../../chain/artifacts/repeated-sender.ts';
import { smartAccount } from '../../chain/artifacts/smart-account.ts';
import { contracts, mined } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { openWatchWorld } from './watch-world.ts';

let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

describe('a deposit', () => {
  it.each(['JU', 'JUF', 'USDT'] as const)(
    'of %s is credited to the member whose address sent it, once three blocks lie upon it',
    async (token) => {
      const world = await openWatchWorld(node);
      const ada = await world.member(1);
      const hash = await world.send(token, 1, 1_234_567n);
      await world.mine(2);
      expect(await world.watch()).toBe('WATCHED');
      expect(await world.available(ada, token)).toBe(0n);
      await world.mine();
      expect(await world.watch()).toBe('WATCHED');
      expect(await world.available(ada, token)).toBe(1_234_567n);
      const { lines } = await listTransactions(world.db, { memberId: ada }, 1, 10);
      expect(lines).toMatchObject([{ kind: 'DEPOSIT', token, direction: 'IN', amountBaseUnits: 1_234_567n, hash, status: 'POSTED' }]);
      await world.agree();
    },
  );

  it('is credited once, however often its block is read and by however many', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    for (const amount of [5n, 6n, 7n]) await world.send('USDT', 1, amount);
    for (let round = 0; round < 6; round += 1) {
      await world.mine();
      await Promise.all([world.watch(), ...Array.from({ length: 3 }, () => watchOnce(world.another()))]);
      // Whoever had the lease is gone, and another reads it all anew.
      await world.db.$client.query('update chain_watch set lease_until = null');
    }
    await watchOnce(world.another());
    expect(await world.available(ada, 'USDT')).toBe(18n);
    await world.agree();
  });

  it('of JU from within a smart account is the smart account’s', async () => {
    const world = await openWatchWorld(node);
    const account = await node.create(smartAccount);
    const owner = await world.member(account);
    const caller = await world.member(2);
    await mined(node, node.as(0).sendTransaction({ to: account, value: 50n }));
    const call = { address: account, abi: smartAccount.abi, functionName: 'send', args: [world.vault.address, 33n] } as const;
    await mined(node, node.as(2).writeContract(call));
    await world.mine(3);
    await world.watch();
    expect([await world.available(owner, 'JU'), await world.available(caller, 'JU')]).toEqual([33n, 0n]);
    await world.agree();
  });

  it('that is made several times in one transaction counts each time', async () => {
    const world = await openWatchWorld(node);
    const sender = await node.create(repeatedSender);
    const owner = await world.member(sender);
    const call = { address: sender, abi: repeatedSender.abi, functionName: 'send', args: [world.vault.address, 4n], value: 40n } as const;
    await mined(node, node.as(2).writeContract(call));
    await world.mine(3);
    await world.watch();
    await watchOnce(world.another());
    expect(await world.available(owner, 'JU')).toBe(40n);
    expect(await world.deposits()).toHaveLength(4);
    await world.agree();
  });

  it('of the least unit counts, of nothing does not', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    for (const token of ['JU', 'JUF', 'USDT'] as const) {
      await world.send(token, 1, 1n);
      await world.send(token, 1, 0n);
    }
    await world.mine(3);
    await world.watch();
    for (const token of ['JU', 'JUF', 'USDT'] as const) expect(await world.available(ada, token)).toBe(1n);
    expect(await world.deposits()).toHaveLength(3);
    await world.agree();
  });

  it('is none when somebody lets a token say that nothing moved from a member’s address', async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    const args = [developmentAccount(1).address, world.vault.address, 0n] as const;
    await mined(node, node.as(7).writeContract({ ...contracts.usdt, functionName: 'transferFrom', args }));
    await world.mine(3);
    await world.watch();
    expect(await world.deposits()).toEqual([]);
  });

  it('is none when the token is another one, when nothing but the chain’s own exchange moved, and when JUF is minted', async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    const { wju, juf, router } = contracts;
    await mined(node, node.as(1).writeContract({ ...wju, functionName: 'deposit', value: 500n }));
    await mined(node, node.as(1).writeContract({ ...wju, functionName: 'transfer', args: [world.vault.address, 500n] }));
    await mined(node, node.as(1).writeContract({ ...juf, functionName: 'transfer', args: [router.address, 7n] }));
    const deployer = node.as(roleAccount('deployer'));
    await mined(node, deployer.writeContract({ ...juf, functionName: 'mint', args: [world.vault.address, 900n] }));
    await world.mine(3);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.deposits()).toEqual([]);
  });

  it('is still credited to a member who is blocked, for it is theirs', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await world.db.$client.query('update member set blocked_at = now() where id = $1', [ada]);
    await world.send('USDT', 1, 9n);
    await world.mine(3);
    await world.watch();
    expect(await world.available(ada, 'USDT')).toBe(9n);
  });
});

describe('the watch', () => {
  it('goes on where it was after hours without anybody, and reads no block before the vault’s', async () => {
    await actsBefore();
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    await world.send('JUF', 1, 5n);
    await world.watch();
    await world.send('JUF', 1, 6n);
    await world.mine(400);
    await world.send('USDT', 1, 7n);
    await world.mine(400);
    world.time.advance(6 * 3_600_000);
    expect(await watchOnce(world.another())).toBe('LEFT_TO_ANOTHER');
    expect(await world.watch()).toBe('WATCHED');
    expect([await world.available(ada, 'JUF'), await world.available(ada, 'USDT')]).toEqual([11n, 7n]);
    await world.agree();
  });

  it('begins at a block that is not there yet', async () => {
    const world = await openWatchWorld(node, { fromBlock: (await node.publicClient.getBlockNumber()) + 5n });
    const ada = await world.member(1);
    await world.send('USDT', 1, 3n);
    expect(['HEAD_BEHIND', 'WATCHED', 'UNCERTAIN']).toContain(await world.watch());
    await world.mine(4);
    await world.send('USDT', 1, 4n);
    await world.mine(3);
    expect(await world.watch()).toBe('WATCHED');
    expect(await world.available(ada, 'USDT')).toBe(4n);
  });

  it('credits nothing where a token counts in other units than the ledger, or where there is no vault', async () => {
    const wrong = await openWatchWorld(node, { tokens: { juf: contracts.juf.address, usdt: contracts.wju.address } });
    await wrong.member(1);
    await wrong.send('JU', 1, 5n);
    await wrong.mine(3);
    expect(await wrong.watch()).toBe('MISCONFIGURED');
    expect(wrong.logged.join('')).toContain('has 18 decimals, the ledger 6');
    expect(await wrong.deposits()).toEqual([]);
    const nowhere = await openWatchWorld(node, { address: developmentAccount(9).address });
    expect(await nowhere.watch()).toBe('MISCONFIGURED');
  });
});

/** Deposits that were made before a vault's first block are none of its own. */
async function actsBefore(): Promise<void> {
  const world = await openWatchWorld(node);
  await world.send('USDT', 1, 1_000n);
}
