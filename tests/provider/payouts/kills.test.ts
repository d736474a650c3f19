import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import type { OrderStage } from '../../../provider/payouts/executor.ts';
import { makeRole as makeDatabaseRole } from '../../../provider/db/roles.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { adminUrl, asAdmin } from '../../support/as-admin.ts';
import { smartAccountCode } from '../account/smart-accounts.ts';
import { balanceOf, newPerson, type Person } from '../wallet/transfers.ts';
import { startKillableExecutor } from './killable-executor.ts';
import { everythingAgrees, listed, openPayouts, orderOf, type Payouts, pendingPayout } from './open-payouts.ts';

vi.setConfig({ testTimeout: 120_000 });

/** `npm test` kills where a transaction is out and nobody has written that down; the full tier, at each stage. */
const atEachStage = process.env['PAYOUT_KILLS'] === 'each';

let payouts: Payouts;
const role = `payouts_${randomUUID().replaceAll('-', '')}`;
/** With the rights of the payout process only. */
let roleUrl: string;
beforeAll(async () => {
  payouts = await openPayouts();
  roleUrl = await makeRole(payouts.provider.databaseUrl);
});
afterAll(async () => {
  await asAdmin(payouts.provider.databaseUrl, (client) => client.query(`drop owned by ${role}; drop role ${role}`));
  await payouts.stop();
});

async function makeRole(databaseUrl: string, password = 'secret'): Promise<string> {
  const url = new URL(adminUrl(databaseUrl));
  const pool = createPool(url.href, { max: 1, connectTimeoutMs: 10_000, lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 });
  await makeDatabaseRole(createDatabase(pool), 'PAYOUTS', role, password);
  await pool.end();
  [url.username, url.password] = [role, password];
  return url.href;
}

async function memberWith(token: 'JU' | 'USDT'): Promise<Person> {
  const ada = await newPerson(payouts.provider);
  await payouts.deposit(ada, token, '100');
  await payouts.mine(3);
  return ada;
}

/** Blocks needed for an order to reach a stage after it was sent: its own and three on top. */
const BLOCKS: Partial<Record<OrderStage, number>> = { MINED: 1, CONFIRMED: 4, POSTED: 4 };

/** Lets a separate process work on all orders, kills it when one has just reached a stage, and leaves the rest to another. */
async function killAt(stage: OrderStage): Promise<void> {
  await endLease();
  const executor = startKillableExecutor({ databaseUrl: roleUrl, rpcUrl: payouts.rpc.url, now: payouts.provider.time.now, stopAt: stage });
  try {
    await executor.says('READY');
    const blocks = BLOCKS[stage];
    if (blocks !== undefined) {
      await expect.poll(() => waitingTransactions(), { timeout: 60_000, interval: 10 }).toBe(1);
      await payouts.mine(blocks);
    }
    await executor.says(stage);
  } finally {
    await executor.kill();
  }
}

/** As if the holder's time had expired. */
async function endLease(): Promise<void> {
  await payouts.provider.pool.query('delete from operator_lease');
}

async function waitingTransactions(): Promise<number> {
  return (await payouts.node.testClient.getTxpoolStatus()).pending;
}

async function countOf(query: string, id: string): Promise<number> {
  const { rows } = await payouts.provider.pool.query<{ count: string }>(`select count(*) as count ${query}`, [id]);
  return Number(rows[0]?.count);
}

async function timesPaid(id: string): Promise<number> {
  const { contractId } = await orderOf(payouts, id);
  const filter = { eventName: 'Paid', args: { id: contractId }, fromBlock: 0n } as const;
  return (await payouts.node.publicClient.getContractEvents({ ...contracts.vault, ...filter })).length;
}

describe('a payout whose process is killed', () => {
  const stages = [
    ['stored, and before anything is signed', 'STORED'],
    ['signed and written, and before it is sent', 'SIGNED'],
    ['sent, and before that is written', 'SENT'],
    ['mined, and before that is written', 'MINED'],
    ['confirmed, and before it is posted', 'CONFIRMED'],
    ['posted', 'POSTED'],
  ] as const;
  it.each(stages.filter(([, stage]) => atEachStage || stage === 'SENT'))('when it is %s is paid once and posted once', async (_, stage) => {
    const ada = await memberWith('USDT');
    const id = await pendingPayout(payouts, ada, { amount: '25' });
    await killAt(stage);
    await payouts.finish();
    expect((await listed(payouts, ada)).find((line) => line.id === id)).toMatchObject({ status: 'POSTED', amount: '25', fee: '1' });
    expect(await timesPaid(id)).toBe(1);
    expect(await payouts.held('USDT', ada.wallet.address)).toBe(25_000_000n);
    expect(await balanceOf(payouts.provider, ada)).toBe('74');
    expect(await countOf('from operator_nonce where order_id = $1', id)).toBe(1);
    expect(await countOf('from ledger_transaction where resolves = $1', id)).toBe(1);
    await everythingAgrees(payouts);
  });

  it.runIf(atEachStage)('repeatedly, at one stage after another, is paid once', async () => {
    const ada = await memberWith('USDT');
    const id = await pendingPayout(payouts, ada, { amount: '25' });
    for (const stage of ['SIGNED', 'SENT', 'CONFIRMED'] as const) await killAt(stage);
    await payouts.finish();
    expect(await timesPaid(id)).toBe(1);
    expect(await countOf('from operator_transaction join operator_nonce using (sender, nonce) where order_id = $1', id)).toBe(1);
    await everythingAgrees(payouts);
  });

  it.runIf(atEachStage)('when it has just been voided is returned once', async () => {
    const ada = await memberWith('JU');
    await payouts.node.testClient.setCode({ address: ada.wallet.address, bytecode: smartAccountCode.revertingAccount });
    const id = await pendingPayout(payouts, ada, { walletType: 'JU', amount: '25' });
    await killAt('VOIDED');
    await payouts.finish();
    expect(await balanceOf(payouts.provider, ada, 'JU')).toBe('99.9');
    expect(await timesPaid(id)).toBe(0);
    expect(await countOf('from ledger_transaction where resolves = $1', id)).toBe(1);
    await everythingAgrees(payouts);
  });
});

describe('the payout process’s role', () => {
  const as = async (query: string, values: unknown[] = []): Promise<unknown> => {
    const pool = createPool(roleUrl, { max: 1, connectTimeoutMs: 10_000, lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 });
    try {
      return await pool.query(query, values);
    } finally {
      await pool.end();
    }
  };

  it('can neither create nor change an order, nor touch the ledger, nor see members', async () => {
    const ada = await memberWith('USDT');
    const id = await pendingPayout(payouts, ada, { amount: '25' });
    const stranger = developmentVault.tokens.usdt;
    const forbidden: [string, unknown[]][] = [
      [`insert into chain_order (id, kind) values ($1, 'MINT')`, [id]],
      [`update chain_order set recipient = $2 where id = $1`, [id, stranger]],
      [`update chain_order set amount = amount * 2 where id = $1`, [id]],
      [`update chain_order set status = 'POSTED' where id = $1`, [id]],
      [`delete from chain_order where id = $1`, [id]],
      [`delete from operator_nonce`, []],
      [`update operator_transaction set raw = '\\x00'`, []],
      [`update ledger_account set balance = 0`, []],
      [`select * from ledger_account`, []],
      [`select * from member`, []],
      [`select chain_order_post(null, null, null, null, null, null, null, null, null, null, null, null)`, []],
    ];
    for (const [query, values] of forbidden) await expect(as(query, values), query).rejects.toMatchObject({ code: '42501' });
    await payouts.finish();
    expect(await timesPaid(id)).toBe(1);
    await everythingAgrees(payouts);
  });

  it('has only its own rights after it is created again with another password', async () => {
    await asAdmin(payouts.provider.databaseUrl, (client) =>
      client.query(`grant select on member to ${role}; grant update (status) on chain_order to ${role}`),
    );
    roleUrl = await makeRole(payouts.provider.databaseUrl, 'another');
    await as('select * from chain_order');
    await expect(as('select * from member')).rejects.toMatchObject({ code: '42501' });
    await expect(as(`update chain_order set status = 'POSTED'`)).rejects.toMatchObject({ code: '42501' });
  });
});
