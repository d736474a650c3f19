import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../../chain/role-accounts.ts';
import { watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { listTransactions } from '../../../provider/ledger/transactions.ts';
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
    'of %s is credited to the member whose address sent it after three confirmations',
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

  it('is credited once, however often and by however many its block is read', async () => {
    const world = await openWatchWorld(node);
    const ada = await world.member(1);
    for (const amount of [5n, 6n, 7n]) await world.send('USDT', 1, amount);
    for (let round = 0; round < 6; round += 1) {
      await world.mine();
      await Promise.all([world.watch(), ...Array.from({ length: 3 }, () => watchOnce(world.another()))]);
      // The process with the lease is gone, and another one reads everything again.
      await world.db.$client.query('update chain_watch set lease_until = null');
    }
    await watchOnce(world.another());
    expect(await world.available(ada, 'USDT')).toBe(18n);
    await world.agree();
  });

  it('of JU from within a smart account belongs to the smart account', async () => {
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

  it('made several times in one transaction counts each time', async () => {
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

  it('of one base unit counts, of zero doesn’t', async () => {
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

  it('isn’t faked by a token that logs a transfer of zero from a member’s address', async () => {
    const world = await openWatchWorld(node);
    await world.member(1);
    const args = [developmentAccount(1).address, world.vault.address, 0n] as const;
    await mined(node, node.as(7).writeContract({ ...contracts.usdt, functionName: 'transferFrom', args }));
    await world.mine(3);
    await world.watch();
    expect(await world.deposits()).toEqual([]);
  });

  it('isn’t another token, a movement within the chain’s own exchange, or newly minted JUF', async () => {
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

  it('is still credited to a blocked member, whose money it is', async () => {
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
  it('continues after hours without a process, and reads no block before the vault’s', { tags: 'full' }, async () => {
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

  it('starts at a block that doesn’t exist yet', { tags: 'full' }, async () => {
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

  it('credits nothing if a token’s decimals differ from the ledger’s, or there is no vault', async () => {
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

/** Deposits made before the vault's first block aren't its own. */
async function actsBefore(): Promise<void> {
  const world = await openWatchWorld(node);
  await world.send('USDT', 1, 1_000n);
}
