import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { openWatch, startWatch, watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { depositChecks } from '../../../provider/chain-watch/credit-due.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { onServer } from '../../support/on-server.ts';
import { asSecondPerson } from '../../support/second-person.ts';
import { agree } from '../operator/by-two.ts';
import type { ToolOutcome } from '../operator/run-tool.ts';
import { signIn, type Wallet } from '../sign-in.ts';
import { SITE_URL, startProvider, type TestProvider } from '../start-provider.ts';
import { actsOn, type Index } from './watch-world.ts';

const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));

vi.setConfig({ testTimeout: 120_000 });

let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

/** A provider whose vault is on the test's node; its watch runs when the test calls it. */
async function openVaultProvider() {
  const vault = { ...developmentVault, fromBlock: (await node.publicClient.getBlockNumber()) + 1n };
  const provider = await startProvider({ vault, chainRpcUrl: node.url, limits: { signInsPerClient: 10_000 } });
  const database = createDatabase(provider.pool);
  // The vault's own block contains no deposit.
  await actsOn(node).mine();
  const log = pino({ level: 'debug' }, { write: (line: string) => void provider.logged.push(line) });
  const parts = openWatch({ database, clock: () => provider.time.now, log }, { vault, rpcUrl: node.url });
  return {
    ...provider,
    vault,
    parts,
    database,
    watch: () => watchOnce(parts),
    deposit: actsOn(node).send,
    mine: actsOn(node).mine,
    audit: () => auditLedger(database, promises, depositChecks),
    holds: (kind: Parameters<typeof pooledAccount>[0], token: Token) => accountBalance(database, pooledAccount(kind), token),
  };
}

function walletOf(index: Index): Wallet {
  const account = developmentAccount(index);
  return { address: account.address, sign: (message) => account.signMessage({ message }) };
}

async function balances(provider: TestProvider, token: string): Promise<Record<string, string>> {
  const { walletList } = await provider.call('walletOverview', { token });
  return Object.fromEntries(walletList.map(({ walletType, balance }) => [walletType, balance]));
}

describe('a member', () => {
  it('sees the deposit address, and each pending deposit with its confirmations', async () => {
    const world = await openVaultProvider();
    const { token } = await signIn(world, walletOf(1));
    const overview = () => world.call('walletOverview', { token });
    expect(await overview()).toMatchObject({ vault: developmentVault.address, pendingDeposits: [] });
    const hash = await world.deposit('USDT', 1, parseUnits('12.5', 6));
    for (const confirmations of [0, 1, 2]) {
      await world.watch();
      expect(await overview()).toMatchObject({ pendingDeposits: [{ hash, walletType: 'USDT', amount: '12.5', confirmations }] });
      await world.mine();
    }
    await world.watch();
    expect(await overview()).toMatchObject({ pendingDeposits: [] });
    expect(await balances(world, token)).toMatchObject({ USDT: '12.5' });
    const { data } = await world.call('walletTransactionList', { token, query: { kind: 'DEPOSIT' } });
    expect(data).toMatchObject([
      { kind: 'DEPOSIT', walletType: 'USDT', amount: '12.5', direction: 'IN', fee: '0', hash, status: 'POSTED' },
    ]);
    const other = await signIn(world, walletOf(2));
    expect(await world.call('walletOverview', { token: other.token })).toMatchObject({ pendingDeposits: [] });
  });

  it('gets what their address sent before their first sign-in', async () => {
    const world = await openVaultProvider();
    const hash = await world.deposit('JUF', 3, parseUnits('7', 18));
    await world.mine(3);
    await world.watch();
    expect(await world.holds('VAULT', 'JUF')).toBe(-parseUnits('7', 18));
    const { token, isNew } = await signIn(world, walletOf(3));
    expect(isNew).toBe(true);
    expect(await balances(world, token)).toMatchObject({ JUF: '7' });
    const { data } = await world.call('walletTransactionList', { token });
    expect(data).toMatchObject([{ kind: 'DEPOSIT', amount: '7', direction: 'IN', hash }]);
    expect(await world.audit()).toMatchObject({ sound: true });
    await world.watch();
    expect(await balances(world, token)).toMatchObject({ JUF: '7' });
  });

  it('with more tiny deposits than one sign-in credits has them all after the next block', async () => {
    const world = await openVaultProvider();
    await node.testClient.setAutomine(false);
    try {
      for (let count = 0; count < 70; count += 1) await world.deposit('JU', 4, 1n);
    } finally {
      await world.mine();
      await node.testClient.setAutomine(true);
    }
    await world.mine(3);
    await world.watch();
    const { token } = await signIn(world, walletOf(4));
    expect(await balances(world, token)).toMatchObject({ JU: '0.00000000000000005' });
    await world.mine();
    await world.watch();
    expect(await balances(world, token)).toMatchObject({ JU: '0.00000000000000007' });
    expect(await world.audit()).toMatchObject({ sound: true });
  });

  it('who joins while their deposit is being booked gets it once', async () => {
    const world = await openVaultProvider();
    for (const index of [5, 6, 7, 8] as const) {
      await world.deposit('USDT', index, 11n);
      await world.mine(3);
      const [{ token }] = await Promise.all([signIn(world, walletOf(index)), world.watch()]);
      await world.mine();
      await world.watch();
      expect(await balances(world, token)).toMatchObject({ USDT: '0.000011' });
    }
    expect(await world.audit()).toMatchObject({ sound: true });
  });
});

describe('the operator', () => {
  const runProcess = (environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<ToolOutcome> =>
    new Promise((resolve) => {
      const env = { ...process.env, PUBLIC_SITE_URL: SITE_URL, PUBLIC_CHAIN_RPC_URL: node.url, ...environment };
      execFile(process.execPath, [CLI, ...words], { env }, (error, output, errors) =>
        resolve({ exitCode: error === null ? 0 : 1, output, errors }),
      );
    });
  const command = (databaseUrl: string, ...words: string[]) => runProcess({ DATABASE_URL: databaseUrl }, ...words);
  const agreed = (databaseUrl: string, ...words: string[]) => agree(runProcess, { DATABASE_URL: databaseUrl }, ...words);

  it('lists held deposits, and assigns one to a member, once', async () => {
    const world = await openVaultProvider();
    const { token, uid } = await signIn(world, walletOf(1));
    const hash = await world.deposit('USDT', 9, parseUnits('3', 6));
    await world.mine(3);
    await world.watch();
    const list = await command(world.databaseUrl, 'deposit', 'list');
    expect(list).toMatchObject({ exitCode: 0 });
    expect(list.output).toContain(`held  3 USDT  from ${developmentAccount(9).address}  ${hash}`);
    const id = list.output.slice(0, 36);
    const assign = () => agreed(world.databaseUrl, 'deposit', 'assign', id, uid);
    expect(await assign()).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`Gave 3 USDT to member ${uid} (${developmentAccount(1).address}, `) as string,
    });
    expect(await assign()).toMatchObject({ exitCode: 1, errors: expect.stringContaining('credited') as string });
    expect(await balances(world, token)).toMatchObject({ USDT: '3' });
    // Its sender joins too late.
    const sender = await signIn(world, walletOf(9));
    expect(await balances(world, sender.token)).toMatchObject({ USDT: '0' });
    expect(await command(world.databaseUrl, 'deposit', 'list')).toMatchObject({ output: '' });
    expect(await world.audit()).toMatchObject({ sound: true });
  });

  it('assigns no held deposit that a reorganisation took out of its block', async () => {
    const world = await openVaultProvider();
    const { uid } = await signIn(world, walletOf(1));
    await world.deposit('JU', 9, 3n);
    await world.mine(5);
    await world.watch();
    const id = (await command(world.databaseUrl, 'deposit', 'list')).output.slice(0, 36);
    const { output } = await command(world.databaseUrl, 'deposit', 'assign', id, uid, '--why', 'a test');
    const [, proposal = ''] = /Proposed as ([0-9a-f-]{36})\./.exec(output) ?? [];
    // What the watch does first when it finds a reorganisation.
    await world.pool.query('update deposit set block_number = null, block_hash = null, log_index = null');
    const refused = { exitCode: 1, errors: expect.stringContaining('three confirmations') as string };
    expect(await command(await asSecondPerson(world.databaseUrl), 'approve', proposal, '--yes')).toMatchObject(refused);
    // Nor does the database, where that happens between looking and doing.
    const assigning = onServer(await asSecondPerson(world.databaseUrl), (client) =>
      client.query('select staff.assign_deposit($1, $2)', [proposal, v7()]),
    );
    await expect(assigning).rejects.toMatchObject({ constraint: 'deposit_confirmed' });
  });

  it('assigns their own deposit to a pool that pays in its token, and to no other', async () => {
    const world = await openVaultProvider();
    await world.deposit('JUF', 9, 5n);
    await world.mine(3);
    await world.watch();
    const id = (await command(world.databaseUrl, 'deposit', 'list')).output.slice(0, 36);
    const assign = (to: string) => agreed(world.databaseUrl, 'deposit', 'assign', id, to);
    expect(await assign('insurance')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('JUF') as string });
    expect(await assign('nobody')).toMatchObject({ exitCode: 1 });
    expect(await assign('reward')).toMatchObject({ exitCode: 0 });
    expect(await world.holds('REWARD_POOL_FREE', 'JUF')).toBe(5n);
    expect(await world.audit()).toMatchObject({ sound: true });
  });

  it('covers a loss with their deposit, and the rest goes to the treasury', async () => {
    const world = await openVaultProvider();
    await signIn(world, walletOf(1));
    await world.deposit('JU', 1, 4n);
    await world.mine(5);
    await world.watch();
    await node.testClient.request({ method: 'anvil_reorg' as never, params: [6, []] as never });
    await world.mine();
    await world.watch();
    expect(await world.holds('UNCOVERED_LOSS', 'JU')).toBe(-4n);
    expect((await command(world.databaseUrl, 'audit')).output).toContain('The vault lacks 0.000000000000000004 JU');
    await world.deposit('JU', 9, 10n);
    await world.mine(3);
    await world.watch();
    const id = (await command(world.databaseUrl, 'deposit', 'list')).output.slice(0, 36);
    expect(await agreed(world.databaseUrl, 'deposit', 'assign', id, 'loss')).toMatchObject({
      output: expect.stringContaining('0.000000000000000004 JU of it cover a loss') as string,
    });
    expect([await world.holds('UNCOVERED_LOSS', 'JU'), await world.holds('TREASURY', 'JU')]).toEqual([0n, 6n]);
    expect(await world.audit()).toMatchObject({ sound: true });
    expect((await command(world.databaseUrl, 'audit')).output).not.toContain('lacks');
  });

  it('learns from status and metrics what prevents crediting', async () => {
    const world = await openVaultProvider();
    const status = async () => (await world.send('GET', '/status')).data;
    const metrics = async () => (await world.raw(new Request(`${SITE_URL}/api/metrics`), '127.0.0.1')).text();
    expect(await status()).toMatchObject({ deposits: 'NOT_WATCHED' });
    await world.mine(2);
    const snapshot = await node.testClient.snapshot();
    await world.mine(20);
    await world.watch();
    expect(await status()).toMatchObject({ database: 'UP', chain: 'UP', deposits: 'WATCHING' });
    expect(await metrics()).toMatch(/^jufi_deposits_watched 1$/m);
    await node.testClient.revert({ id: snapshot });
    await world.watch();
    expect(await status()).toMatchObject({ deposits: 'HEAD_BEHIND' });
    expect(await metrics()).toMatch(/^jufi_deposits_watched 0$/m);
    await world.mine(25);
    await world.watch();
    expect(await status()).toMatchObject({ deposits: 'WATCHING' });
    world.time.advance(120_000);
    expect(await status()).toMatchObject({ deposits: 'NOT_WATCHED' });
    await world.deposit('JUF', 9, 5n);
    await world.mine(3);
    await world.watch();
    expect(await metrics()).toMatch(/^jufi_deposits\{state="held"\} 1$/m);
    expect(await metrics()).toMatch(/^jufi_uncovered_loss\{token="JUF"\} 0$/m);
  });
});

describe('a watching process', () => {
  it('credits on its own, and hands over when it stops', async () => {
    const world = await openVaultProvider();
    const { token } = await signIn(world, walletOf(1));
    const first = startWatch(world.parts, 20);
    onTestFinished(() => first.stop());
    await expect.poll(async () => (await world.send('GET', '/status')).data, { timeout: 20_000 }).toMatchObject({ deposits: 'WATCHING' });
    const second = startWatch({ ...world.parts, holder: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' }, 20);
    onTestFinished(() => second.stop());
    await world.deposit('USDT', 1, 5n);
    await world.mine(3);
    await expect.poll(() => balances(world, token), { timeout: 20_000 }).toMatchObject({ USDT: '0.000005' });
    await first.stop();
    await world.deposit('USDT', 1, 6n);
    await world.mine(3);
    // Well before a dead process's lease would have ended.
    await expect.poll(() => balances(world, token), { timeout: 10_000 }).toMatchObject({ USDT: '0.000011' });
  });
});
