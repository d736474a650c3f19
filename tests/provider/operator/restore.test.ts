import { v7 } from 'uuid';
import { parseEther, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWatch, watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import { createChainReader } from '../../../provider/chain-reader.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { watchReconciliation } from '../../../provider/reconciliation/unreconciled.ts';
import { memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { orderBurn, orderMint } from '../../../provider/payouts/mint-and-burn.ts';
import { takeTurn } from '../../../provider/payouts/start-executor.ts';
import { developmentVault, type Vault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import { asSecondPerson } from '../../support/second-person.ts';
import type { FreshDatabase } from '../../support/fresh-database.ts';
import { operate } from '../operate.ts';
import { openPayouts, orderOf, type Payouts, pendingPayout, send } from '../payouts/open-payouts.ts';
import { startProvider } from '../start-provider.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { byTwo } from './by-two.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { address, tokens } = developmentVault;

let payouts: Payouts;
let ada: Person;
let bob: Person;
let vault: Vault;
let backup: FreshDatabase;
let restored: Database;

/** The chain goes on where the database goes back: two payouts, batches of burned JU and of minted JUF, and a deposit lie between. */
beforeAll(async () => {
  payouts = await openPayouts();
  [ada, bob] = [await newPerson(payouts.provider), await newPerson(payouts.provider)];
  await payouts.deposit(ada, 'USDT', '100');
  await payouts.deposit(bob, 'JU', '100');
  await move('JU', '30', 'TREASURY');
  await move('JU', '5', 'BURNED');
  await sell('20');
  vault = { ...developmentVault, fromBlock: (await payouts.node.publicClient.getBlockNumber()) + 1n };
  await payouts.mine(4);
  await watch(payouts.database);
  backup = await copyDatabase(payouts.provider.databaseUrl);

  await pendingPayout(payouts, ada, { walletType: 'USDT', amount: '25' });
  await pendingPayout(payouts, bob, { walletType: 'JU', amount: '40' });
  await orderBurn({ database: payouts.database, chain: createChainReader(payouts.node.url), vault }, payouts.provider.time.now);
  await orderMint({ database: payouts.database, chain: createChainReader(payouts.node.url), vault }, payouts.provider.time.now);
  await payouts.finish();
  await send(payouts.node, () =>
    payouts.node.as(9).writeContract({ ...contracts.usdt, functionName: 'transfer', args: [address, parseUnits('7', 6)] }),
  );
  await payouts.mine(4);

  const pool = createPool(backup.url, { max: 4 });
  restored = createDatabase(pool);
});
afterAll(async () => {
  await restored.$client.end();
  await backup.drop();
  await payouts.stop();
});

it('the audit compares with the present chain and names what is missing, and nothing is paid meanwhile', async () => {
  const logged: string[] = [];
  const gate = openGate(logged);
  // Before any process has checked.
  expect(await gate.isReconciled()).toBe(false);
  // JU was burned without the turbo that it would have been for.
  const { exitCode, errors, output } = await tool('audit', '--only', 'vault');
  expect(exitCode).toBe(1);
  expect(errors).toContain('The vault has made payments that the ledger doesn’t know of.');
  expect(errors).toMatch(
    new RegExp(`^  0x[0-9a-f]{64}  block \\d+  25 USDT to ${ada.wallet.address} \\(member \\w+\\), 0x[0-9a-f]{64}$`, 'm'),
  );
  expect(errors).toMatch(new RegExp(`  40 JU to ${bob.wallet.address} \\(member `));
  expect(errors).toMatch(/ {2}5 JU to 0x0{36}dEaD \(batch 1 of burned JU\)/);
  expect(errors).toContain('(VAULT_BELOW_BOOKS): 45 JU are missing.');
  // Deposits since the backup haven't been read yet, and aren't a loss.
  expect(output).toMatch(/^ {2}USDT: holds 82, owes 107 \(members 100, arriving 7\)$/m);
  expect(await gate.isReconciled()).toBe(false);
  expect(logged.join('')).toContain('nothing is paid until');
});

it('a payout is taken from its member once, when a second person approves it', async () => {
  const [payment] = await unreconciledOf('25 USDT');
  expect((await tool('adjust', payment)).errors).toContain('adjust <payment> --why <reason>');
  const proposed = await tool('adjust', payment, '--why', 'restored from the backup of Monday');
  expect(proposed.output).toMatch(
    new RegExp(`^Book the payment ${payment} {2}block .* 25 USDT .*, from member ${ada.uid} \\(${ada.id}\\)`),
  );
  const [, id = ''] = /Proposed as ([0-9a-f-]{36})/.exec(proposed.output) ?? [];
  expect(await balance(ada, 'USDT')).toBe(parseUnits('100', 6));
  // Who it is to the database counts, whatever they call themselves.
  expect((await tool({ OPERATOR_NAME: 'Bob' }, 'approve', id, '--yes')).errors).toContain('somebody else must approve it');
  expect((await tool('unreconciled')).output).toContain(`, proposed as ${id}`);
  const somebodyElse = { DATABASE_URL: await asSecondPerson(backup.url) };
  const approved = await tool(somebodyElse, 'approve', id, '--yes');
  expect(approved.output).toBe(`Booked ${id}: 25 USDT from the member.`);
  await expect(restored.execute(`update adjustment set approved_by = 'ada', booked_at = now()`)).rejects.toThrow();
  expect(await balance(ada, 'USDT')).toBe(parseUnits('75', 6));
  expect((await tool(somebodyElse, 'approve', id, '--yes')).errors).toContain('is approved already');
  expect((await tool('adjust', payment, '--why', 'again')).errors).toContain('is not open');
  const { rows } = await restored.execute<{ kind: string; chain_hash: Buffer; sent: Buffer }>(
    `select t.kind, t.chain_hash, d.tx_hash as sent from ledger_transaction t, adjustment a join unknown_deed d using (contract_id) where t.id = a.id`,
  );
  expect(rows).toMatchObject([{ kind: 'ADJUSTMENT' }]);
  expect(rows[0]?.chain_hash.equals(rows[0].sent)).toBe(true);
  expect((await tool('acts', '--command', 'adjust')).output).toContain('because: restored from the backup of Monday');
});

it('what the member has spent again is a loss, and a batch that was burned keeps its number', async () => {
  // The restore gave back 65; 50 of them are gone.
  await inTransaction(restored, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'TRANSFER',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: memberAccount('AVAILABLE', bob.id), token: 'JU', amountBaseUnits: -parseEther('50') },
        { account: memberAccount('AVAILABLE', ada.id), token: 'JU', amountBaseUnits: parseEther('50') },
      ],
    }),
  );
  const [payout] = await unreconciledOf('40 JU');
  const { output } = await byTwo(environment(), 'adjust', payout, '--why', 'restored');
  expect(output).toMatch(/: 15 JU from the member; 25 JU are a loss, which the treasury bears as far as it can\.$/);
  expect(await balance(bob, 'JU')).toBe(0n);
  expect(await accountBalance(restored, pooledAccount('TREASURY'), 'JU')).toBe(parseEther('5'));

  const gate = openGate([]);
  const [burn] = await unreconciledOf('5 JU');
  expect(await gate.isReconciled()).toBe(false);
  expect((await byTwo(environment(), 'adjust', burn, '--why', 'restored')).exitCode).toBe(0);
  expect(await gate.isReconciled()).toBe(true);
  const executor = payouts.executor({ database: restored });
  while ((await takeTurn(executor, { checksReorgs: true })) !== 'IDLE') await payouts.mine(1);
  const { rows } = await restored.execute<{ id: string }>(`select id from chain_order where reference = 'burn:1'`);
  expect(await orderOf({ database: restored }, rows[0]?.id ?? '')).toMatchObject({ status: 'POSTED', amount: parseEther('5') });
  expect(await payouts.held('JU', '0x000000000000000000000000000000000000dEaD')).toBe(parseEther('5'));
});

it('ledger and chain agree again, and later deposits are credited', async () => {
  await watch(restored);
  expect(await tool('audit', '--only', 'vault')).toMatchObject({ exitCode: 0, errors: '' });
  expect(await tool('unreconciled')).toMatchObject({ output: '' });
  expect((await tool('deposit', 'list')).output).toContain('7 USDT');
});

it('a batch minted since the backup isn’t minted again, and a new payout is paid once, though two processes are running', async () => {
  const minted = await payouts.held('JUF', address);
  const received = await payouts.held('USDT', ada.wallet.address);
  const chain = createChainReader(payouts.node.url);
  expect(await orderMint({ database: restored, chain, vault }, payouts.provider.time.now)).toBe(parseEther('20'));
  const provider = await startProvider({
    databaseUrl: backup.url,
    vault,
    chainRpcUrl: payouts.node.url,
    prices: payouts.prices,
    clock: () => payouts.provider.time.now,
  });
  const id = await pendingPayout({ provider }, ada, { walletType: 'USDT', amount: '10' });
  const both = [payouts.executor({ database: restored }), payouts.executor({ database: restored })];
  const open = async (): Promise<number> => {
    const { rows } = await restored.execute<{ orders: string }>(`select count(*) as orders from chain_order where status = 'PENDING'`);
    return Number(rows[0]?.orders);
  };
  // The process that signed until now is gone.
  await restored.execute('delete from operator_lease');
  for (let round = 0; round < 60 && (await open()) > 0; round += 1) {
    await Promise.all(both.map((executor) => takeTurn(executor, { checksReorgs: true })));
    await payouts.mine(1);
  }
  expect(await open()).toBe(0);
  expect(await orderOf({ database: restored }, id)).toMatchObject({ status: 'POSTED' });
  expect((await payouts.held('USDT', ada.wallet.address)) - received).toBe(parseUnits('10', 6));
  expect(await payouts.held('JUF', address)).toBe(minted);
  await watch(restored);
  expect(await tool('audit', '--only', 'vault')).toMatchObject({ exitCode: 0, errors: '' });
});

function openGate(logged: string[]) {
  const log = createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  return watchReconciliation({ database: restored, rpcUrl: payouts.node.url, vault, log, checkEveryMs: 0 });
}

async function watch(database: Database): Promise<void> {
  const log = createLogger({ level: 'silent' });
  // The process that watched until now is gone.
  await database.execute('update chain_watch set lease_holder = null, lease_until = null');
  const parts = openWatch({ database, clock: () => payouts.provider.time.now, log }, { vault, rpcUrl: payouts.node.url });
  expect(await watchOnce(parts)).toBe('WATCHED');
}

/** JUF that a member has and the chain is yet to mint. */
async function sell(amount: string): Promise<void> {
  const amountBaseUnits = parseEther(amount);
  await operate(payouts.provider, async (tx) => {
    await tx.$client.query('update treasury_supply set minted_juf = minted_juf + $1', [amountBaseUnits.toString()]);
    await postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', bob.id), token: 'JUF', amountBaseUnits },
      ],
    });
  });
}

async function move(token: Token, amount: string, to: 'TREASURY' | 'BURNED'): Promise<void> {
  const amountBaseUnits = parseEther(amount);
  await operate(payouts.provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: memberAccount('AVAILABLE', bob.id), token, amountBaseUnits: -amountBaseUnits },
        { account: pooledAccount(to), token, amountBaseUnits },
      ],
    }),
  );
}

function balance({ id }: Person, token: Token): Promise<bigint> {
  return accountBalance(restored, memberAccount('AVAILABLE', id), token);
}

async function unreconciledOf(amount: string): Promise<[string]> {
  const line = (await tool('unreconciled')).output.split('\n').find((each) => each.includes(`  ${amount} to `));
  return [line?.split('  ')[0] ?? ''];
}

function environment(): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: backup.url,
    PUBLIC_CHAIN_RPC_URL: payouts.node.url,
    VAULT_ADDRESS: address,
    VAULT_FROM_BLOCK: vault.fromBlock.toString(),
    PUBLIC_JUF_ADDRESS: tokens.juf,
    PUBLIC_USDT_ADDRESS: tokens.usdt,
  };
}

function tool(...words: (string | Record<string, string>)[]): Promise<ToolOutcome> {
  const changes = words.filter((word) => typeof word !== 'string');
  return runTool(Object.assign(environment(), ...changes) as NodeJS.ProcessEnv, ...words.filter((word) => typeof word === 'string'));
}
