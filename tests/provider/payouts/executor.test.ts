import { type Hex, pad, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { developmentAccount, roleAccount } from '../../../chain/role-accounts.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import type { Executor } from '../../../provider/payouts/executor.ts';
import { takeTurn } from '../../../provider/payouts/start-executor.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { smartAccountCode } from '../account/smart-accounts.ts';
import { byTwo } from '../operator/by-two.ts';
import { runTool } from '../operator/run-tool.ts';
import { signIn } from '../sign-in.ts';
import { balanceOf, newPerson, type Person, type Wish } from '../wallet/transfers.ts';
import { everythingAgrees, listed, openPayouts, orderOf, type Payouts, pendingPayout, send } from './open-payouts.ts';

const KEY = roleAccount('operator');
const OWNER = roleAccount('deployer');

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  await payouts.finish();
  await everythingAgrees(payouts);
});
afterAll(() => payouts.stop());

/** A member with 100 of each token, all of it confirmed in the vault. */
async function richMember(): Promise<Person> {
  const ada = await newPerson(payouts.provider);
  for (const token of ['JU', 'JUF', 'USDT'] as const) await payouts.deposit(ada, token, '100');
  await payouts.mine(3);
  return ada;
}

const asked = (person: Person, wish: Partial<Wish> = {}): Promise<string> => pendingPayout(payouts, person, wish);
const statusOf = async (person: Person, id: string) => (await lineOf(person, id)).status;

async function lineOf(person: Person, id: string) {
  const line = (await listed(payouts, person)).find((each) => each.id === id);
  if (line === undefined) throw new Error('the member has no such transaction');
  return line;
}

const paidLogs = async (id: string) => {
  const { contractId } = await orderOf(payouts, id);
  return payouts.node.publicClient.getContractEvents({
    ...contracts.vault,
    eventName: 'Paid',
    args: { id: contractId },
    fromBlock: 0n,
    strict: true,
  });
};

async function signedFor(
  id: string,
): Promise<{ hash: Hex; nonce: number; max_fee_per_gas: string; max_priority_fee_per_gas: string; is_empty: boolean }[]> {
  const { rows } = await payouts.provider.pool.query<{
    hash: Hex;
    nonce: string;
    max_fee_per_gas: string;
    max_priority_fee_per_gas: string;
    is_empty: boolean;
  }>(
    `select '0x' || encode(t.hash, 'hex') as hash, t.nonce, t.max_fee_per_gas, t.max_priority_fee_per_gas, t.is_empty
       from operator_transaction t join operator_nonce n using (sender, nonce) where n.order_id = $1 order by t.nonce, t.max_fee_per_gas`,
    [id],
  );
  return rows.map((row) => ({ ...row, nonce: Number(row.nonce) }));
}

describe('a payout', () => {
  it.each([
    ['JU', '12.5', '0.1'],
    ['JUF', '40.000000000000000001', '1'],
    ['USDT', '25.000001', '1'],
  ] as const)('of %s waits until three blocks are on top, and is then posted with the chain’s hash', async (token, amount, fee) => {
    const ada = await richMember();
    const before = await payouts.held(token, ada.wallet.address);
    const id = await asked(ada, { walletType: token, amount });
    const counterparty = { address: ada.wallet.address };
    expect(await lineOf(ada, id)).toMatchObject({
      kind: 'PAYOUT',
      walletType: token,
      amount,
      fee,
      direction: 'OUT',
      status: 'PENDING',
      counterparty,
    });
    await payouts.turn();
    await payouts.mine(1);
    await payouts.turn();
    const { hash } = await lineOf(ada, id);
    expect(await payouts.node.publicClient.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    await payouts.mine(2);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    await payouts.mine(1);
    await payouts.turn();
    expect(await lineOf(ada, id)).toMatchObject({ status: 'POSTED', amount, fee, hash, counterparty });
    expect(await payouts.turn()).toBe('IDLE');
    expect((await payouts.held(token, ada.wallet.address)) - before).toBe(fromTokens(amount, token));
  });

  it('earns its fee only when it is posted', async () => {
    const fees = () => accountBalance(payouts.database, pooledAccount('FEES'), 'USDT');
    const before = await fees();
    const ada = await richMember();
    await asked(ada, { amount: '10' });
    expect(await fees()).toBe(before);
    await payouts.finish();
    expect(await fees()).toBe(before + 1_000_000n);
  });

  it('to many is sent at once, in order of request', async () => {
    const people = [await richMember(), await richMember(), await richMember()];
    const ids: string[] = [];
    for (const person of people) {
      payouts.provider.time.advance(1);
      ids.push(await asked(person, { amount: '5' }));
    }
    await payouts.turn();
    const nonces = await Promise.all(ids.map(async (id) => (await signedFor(id))[0]?.nonce ?? -1));
    expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] ?? 0) + index));
    await payouts.mine(4);
    await payouts.turn();
    for (const [index, person] of people.entries()) expect(await statusOf(person, ids[index] ?? '')).toBe('POSTED');
  });
});

describe('an impossible payout', () => {
  it('to a smart account that accepts no JU is returned without the fee, and was never signed', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const address = privateKeyToAddress(generatePrivateKey());
    await payouts.node.testClient.setCode({ address, bytecode: smartAccountCode.ownerAccount });
    await payouts.node.testClient.setStorageAt({ address, index: 0, value: pad(owner.address) });
    const wallet = { address, sign: (message: string) => owner.signMessage({ message }) };
    const ada: Person = { ...(await signIn(payouts.provider, wallet)), signHash: (hash) => owner.sign({ hash }) };
    await payouts.deposit(ada, 'JU', '100');
    await payouts.mine(3);
    const id = await asked(ada, { walletType: 'JU' });
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    expect(await balanceOf(payouts.provider, ada, 'JU')).toBe('99.9');
    expect(await signedFor(id)).toEqual([]);
  });

  it('because the recipient burns all gas is returned without the fee', async () => {
    const ada = await richMember();
    await payouts.node.testClient.setCode({ address: ada.wallet.address, bytecode: smartAccountCode.greedyAccount });
    const id = await asked(ada, { walletType: 'JU' });
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    expect(await balanceOf(payouts.provider, ada, 'JU')).toBe('99.9');
  });

  it('that reverted on the chain is returned once three confirmations prove it, not before', async () => {
    const ada = await richMember();
    const id = await asked(ada, { walletType: 'JU', amount: '10' });
    await payouts.turn();
    await payouts.node.testClient.setCode({ address: ada.wallet.address, bytecode: smartAccountCode.revertingAccount });
    await payouts.mine(3);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    await payouts.mine(1);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    expect(await balanceOf(payouts.provider, ada, 'JU')).toBe('99.9');
    const refund = (await listed(payouts, ada)).find(({ kind, direction }) => kind === 'PAYOUT' && direction === 'IN');
    expect(refund).toMatchObject({ amount: '10', fee: '0', status: 'POSTED' });
  });

  it('waits while payouts are paused, and is paid when they resume', async () => {
    const ada = await richMember();
    await send(payouts.node, () => payouts.node.as(KEY).writeContract({ ...contracts.vault, functionName: 'pause' }));
    const id = await asked(ada);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    expect(await orderOf(payouts, id)).toMatchObject({ heldBecause: 'EnforcedPause' });
    expect(await signedFor(id)).toEqual([]);
    await send(payouts.node, () => payouts.node.as(OWNER).writeContract({ ...contracts.vault, functionName: 'unpause' }));
    await payouts.finish();
    expect(await statusOf(ada, id)).toBe('POSTED');
  });

  it('doesn’t block possible ones', async () => {
    const [ada, bob] = [await richMember(), await richMember()];
    await payouts.node.testClient.setCode({ address: ada.wallet.address, bytecode: smartAccountCode.revertingAccount });
    const held = await asked(ada, { walletType: 'USDT', amount: '3' });
    await payouts.provider.pool.query(`update chain_order set held_until = $2 where id = $1`, [held, minuteFromNow()]);
    payouts.provider.time.advance(1);
    const free = await asked(bob, { walletType: 'USDT', amount: '4' });
    await turnAs(payouts.executor({}, { mostOpen: 1 }));
    expect(await signedFor(held)).toEqual([]);
    expect(await signedFor(free)).toHaveLength(1);
    payouts.provider.time.advance(61_000);
  });

  it('waits for gas if its account has none', async () => {
    const ada = await richMember();
    const balance = await payouts.node.publicClient.getBalance({ address: KEY.address });
    await payouts.node.testClient.setBalance({ address: KEY.address, value: 1n });
    const id = await asked(ada);
    await payouts.turn();
    expect(await orderOf(payouts, id)).toMatchObject({ heldBecause: 'OPERATOR_OUT_OF_GAS', status: 'PENDING' });
    await payouts.node.testClient.setBalance({ address: KEY.address, value: balance });
    await payouts.finish();
    expect(await statusOf(ada, id)).toBe('POSTED');
  });
});

/** Another process, after the usual one has handed over. */
async function turnAs(executor: Executor): Promise<void> {
  await payouts.provider.pool.query('delete from operator_lease');
  expect(await takeTurn(executor, { checksReorgs: true })).toBe('BUSY');
  await payouts.provider.pool.query('delete from operator_lease');
}

const minuteFromNow = (): Date => new Date(payouts.provider.time.now.getTime() + 60_000);

describe('the chain', () => {
  it('that loses a payout’s block gets the same transaction again', async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    await payouts.mine(3);
    await payouts.turn();
    expect((await orderOf(payouts, id)).chainHash).not.toBeNull();
    await reorg(3);
    await payouts.turn();
    expect(await orderOf(payouts, id)).toMatchObject({ chainHash: null, status: 'PENDING' });
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
    expect(await signedFor(id)).toHaveLength(1);
    expect(await paidLogs(id)).toHaveLength(1);
  });

  it('that loses what was posted, beyond the confirmations, gets it again, and the ledger stays', async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '7' });
    await payouts.turn();
    await payouts.mine(5);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
    const transactions = await countTransactions();
    await reorg(5);
    expect(await paidLogs(id)).toHaveLength(0);
    await payouts.mine(3);
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    expect(await paidLogs(id)).toHaveLength(1);
    expect(await payouts.turn()).toBe('IDLE');
    expect(await countTransactions()).toEqual(transactions);
    expect(await orderOf(payouts, id)).toMatchObject({ status: 'POSTED' });
    expect(payouts.logged.join('\n')).toContain('a reorg took back what was confirmed');
  });

  it('that used the nonce for someone else’s transaction gets the payout with the next one', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    const [{ nonce } = { nonce: -1 }] = await signedFor(id);
    await payouts.node
      .as(KEY)
      .sendTransaction({ to: KEY.address, nonce, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('400') });
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    await payouts.turn();
    expect((await signedFor(id)).map((each) => each.nonce)).toEqual([nonce, nonce + 1]);
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
    expect(await paidLogs(id)).toHaveLength(1);
  });

  it('that forgot a transaction gets it again', async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    await dropAll();
    await payouts.mine(1);
    expect((await payouts.node.testClient.getTxpoolStatus()).pending).toBe(0);
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
    expect(await signedFor(id)).toHaveLength(1);
  });

  it('that lost another program’s transaction has the gap before waiting payouts filled', { tags: 'full' }, async () => {
    const ada = await richMember();
    await payouts.node.as(KEY).sendTransaction({ to: KEY.address, maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('400') });
    await payouts.mine(1);
    const id = await asked(ada);
    await payouts.turn();
    const [{ nonce } = { nonce: -1 }] = await signedFor(id);
    await reorg(1);
    await payouts.mine(4);
    expect(await paidLogs(id)).toHaveLength(0);
    await payouts.turn();
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
    const { rows } = await payouts.provider.pool.query(`select outcome from operator_nonce where nonce = $1 and order_id is null`, [
      nonce - 1,
    ]);
    expect(rows).toEqual([{ outcome: 'EMPTY' }]);
  });

  it('that paid what a restored backup lacks is trusted, and not sent again', async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '9' });
    const { contractId } = await orderOf(payouts, id);
    const args = [contractId, contracts.usdt.address, ada.wallet.address, 9_000_000n] as const;
    const hash = await send(payouts.node, () => payouts.node.as(KEY).writeContract({ ...contracts.vault, functionName: 'payout', args }));
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    await payouts.mine(3);
    await payouts.turn();
    expect(await lineOf(ada, id)).toMatchObject({ status: 'POSTED', hash });
    expect(await signedFor(id)).toEqual([]);
  });
});

describe('a waiting transaction', () => {
  it('that waits too long is replaced by one with fees an eighth higher; whichever is mined, the member is paid once', async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    payouts.provider.time.advance(61_000);
    await payouts.turn();
    payouts.provider.time.advance(61_000);
    await payouts.turn();
    const signed = await signedFor(id);
    expect(signed).toHaveLength(3);
    for (const [index, { nonce, max_fee_per_gas: fee, max_priority_fee_per_gas: tip }] of signed.entries()) {
      const before = signed[index - 1];
      if (before === undefined) continue;
      expect(nonce).toBe(before.nonce);
      expect(BigInt(fee) * 8n).toBeGreaterThanOrEqual(BigInt(before.max_fee_per_gas) * 9n);
      expect(BigInt(tip) * 8n).toBeGreaterThanOrEqual(BigInt(before.max_priority_fee_per_gas) * 9n);
    }
    await payouts.mine(4);
    await payouts.turn();
    expect(await lineOf(ada, id)).toMatchObject({ status: 'POSTED', hash: signed[2]?.hash });
    expect(await paidLogs(id)).toHaveLength(1);
  });

  it('that was replaced may be mined after all', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    const [first] = await signedFor(id);
    payouts.provider.time.advance(61_000);
    // The replacement never reaches the node.
    const stop = payouts.rpc.inject(({ method }, next) =>
      method === 'eth_sendRawTransaction' ? Promise.reject(new Error('lost')) : next(),
    );
    await payouts.turn();
    stop();
    await payouts.mine(4);
    await payouts.turn();
    expect(await signedFor(id)).toHaveLength(2);
    expect(await lineOf(ada, id)).toMatchObject({ status: 'POSTED', hash: first?.hash });
  });

  it('is replaced at once if the base fee rises above it', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    await payouts.node.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') });
    await payouts.mine(1);
    await payouts.turn();
    const signed = await signedFor(id);
    expect(signed).toHaveLength(2);
    expect(BigInt(signed[1]?.max_fee_per_gas ?? 0)).toBeGreaterThan(parseGwei('40'));
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
  });

  it('isn’t given a fee above the maximum', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada);
    await payouts.turn();
    payouts.provider.time.advance(61_000);
    await turnAs(payouts.executor({}, { mostFeePerGas: 1n }));
    expect(await signedFor(id)).toHaveLength(1);
    expect(payouts.logged.join('\n')).toContain('fee would exceed the limit');
  });
});

describe('an abandoned payout', () => {
  const tool = (...words: string[]) => runTool({ DATABASE_URL: payouts.provider.databaseUrl }, ...words);
  const giveUp = async (id: string) => {
    const { exitCode, output } = await byTwo({ DATABASE_URL: payouts.provider.databaseUrl }, 'give-up-payout', id);
    expect([exitCode, output]).toEqual([0, expect.stringContaining(`Order ${id} is given up.`)]);
  };

  it('is returned if it wasn’t signed', async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await giveUp(id);
    expect((await tool('orders')).output).toContain(`10 USDT  waiting, given up`);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    expect(await balanceOf(payouts.provider, ada)).toBe('100');
  });

  it('is refused for an unknown payout, or one that isn’t open', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    const nobodys = '01a1fed5-74b3-7391-ba3e-fdca76361885';
    expect(await tool('give-up-payout', id, '--why', 'a test')).toMatchObject({
      exitCode: 1,
      errors: `Order ${id} is POSTED already.`,
    });
    expect(await tool('give-up-payout', nobodys, '--why', 'a test')).toMatchObject({
      exitCode: 1,
      errors: `There is no order ${nobodys}.`,
    });
    expect((await tool('give-up-payout', 'all', '--why', 'a test')).errors).toContain('`orders` lists them');
  });

  it('has its nonce used by an empty transaction if it was sent, and is returned after three confirmations of that', async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await payouts.turn();
    await giveUp(id);
    await payouts.turn();
    expect((await signedFor(id)).map(({ is_empty }) => is_empty)).toEqual([false, true]);
    await payouts.mine(3);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('PENDING');
    await payouts.mine(1);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    expect(await balanceOf(payouts.provider, ada)).toBe('100');
    expect(await paidLogs(id)).toEqual([]);
  });

  it('stays paid if it is too late', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await payouts.turn();
    await payouts.mine(1);
    await giveUp(id);
    await payouts.turn();
    await payouts.mine(3);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('POSTED');
  });

  it('is booked as a loss if it is paid after all by a chain that reverted the proof', { tags: 'full' }, async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await payouts.turn();
    const [signed] = await signedFor(id);
    await giveUp(id);
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    expect(await statusOf(ada, id)).toBe('VOIDED');
    const { raw } = await rawOf(signed?.hash);
    await reorg(4);
    await payouts.node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await payouts.mine(5);
    expect(await paidLogs(id)).toHaveLength(1);
    const before = await accountBalance(payouts.database, pooledAccount('UNCOVERED_LOSS'), 'USDT');
    await payouts.turn();
    await payouts.turn();
    expect(await accountBalance(payouts.database, pooledAccount('UNCOVERED_LOSS'), 'USDT')).toBe(before - 10_000_000n);
    expect(payouts.logged.join('\n')).toContain('the loss is booked');
  });
});

describe('a key', () => {
  it('that was replaced leaves payouts to the new one, and none is paid twice', async () => {
    const ada = await richMember();
    const id = await asked(ada, { amount: '10' });
    await payouts.turn();
    const replaced = developmentAccount(25);
    await payouts.node.testClient.setBalance({ address: replaced.address, value: parseEther('10') });
    await dropAll();
    await payouts.node.as(OWNER).writeContract({ ...contracts.vault, functionName: 'changeOperator', args: [replaced.address] });
    await payouts.mine(1);
    await turnAs(payouts.executor({ account: replaced }));
    await payouts.mine(4);
    await turnAs(payouts.executor({ account: replaced }));
    expect(await statusOf(ada, id)).toBe('POSTED');
    expect(await paidLogs(id)).toHaveLength(1);
    await payouts.node.as(OWNER).writeContract({ ...contracts.vault, functionName: 'changeOperator', args: [KEY.address] });
    await payouts.mine(4);
  });
});

/** Replaces this many blocks with empty ones. */
async function reorg(depth: number): Promise<void> {
  await payouts.rpc.request('anvil_reorg', depth, []);
}

/** Like a restarted node: it knows only what is in a block. */
async function dropAll(): Promise<void> {
  await payouts.rpc.request('anvil_dropAllTransactions');
}

async function countTransactions(): Promise<unknown> {
  const { rows } = await payouts.provider.pool.query(`select count(*) from ledger_transaction`);
  return rows;
}

async function rawOf(hash: Hex | undefined): Promise<{ raw: Hex }> {
  const { rows } = await payouts.provider.pool.query<{ raw: Hex }>(
    `select '0x' || encode(raw, 'hex') as raw from operator_transaction where '0x' || encode(hash, 'hex') = $1`,
    [hash],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('nothing of the kind was signed');
  return row;
}
