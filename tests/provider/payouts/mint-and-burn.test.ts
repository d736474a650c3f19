import { v7 } from 'uuid';
import { formatUnits, parseUnits } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { createChainReader } from '../../../provider/chain-reader.ts';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { BURN_ADDRESS, orderBurn, orderMint } from '../../../provider/payouts/mint-and-burn.ts';
import { chainOrder } from '../../../provider/payouts/schema.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { operate } from '../operate.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { everythingAgrees, ONE, openPayouts, type Payouts, pendingPayout, send } from './open-payouts.ts';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  await payouts.finish();
  await everythingAgrees(payouts);
});
afterAll(() => payouts.stop());

const services = () => ({ database: payouts.database, chain: createChainReader(payouts.node.url), vault: developmentVault });
const mint = () => orderMint(services(), payouts.provider.time.now);
const burn = () => orderBurn(services(), payouts.provider.time.now);
const inVault = () => payouts.held('JUF', developmentVault.address);
const burned = () => payouts.held('JU', BURN_ADDRESS);

/** Like a sale: the member has it, and the chain owes it. */
async function sell(amount: bigint): Promise<void> {
  const { id } = await newPerson(payouts.provider);
  await operate(payouts.provider, async (tx) => {
    await tx.$client.query('update treasury_supply set minted_juf = minted_juf + $1', [amount.toString()]);
    await postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF', amountBaseUnits: -amount },
        { account: memberAccount('AVAILABLE', id), token: 'JUF', amountBaseUnits: amount },
      ],
    });
  });
}

describe('sold JUF', () => {
  it('is minted to the vault in one batch, and booked after three confirmations', async () => {
    const before = await inVault();
    await sell(60n * ONE);
    await sell(40n * ONE + 1n);
    expect(await mint()).toBe(100n * ONE + 1n);
    await payouts.turn();
    await payouts.mine(3);
    await payouts.turn();
    expect(await payouts.difference('JUF')).toBe(100n * ONE + 1n);
    await payouts.mine(1);
    await payouts.turn();
    expect(await payouts.difference('JUF')).toBe(0n);
    expect((await inVault()) - before).toBe(100n * ONE + 1n);
    expect(await mint()).toBe(0n);
  });

  it('is ordered once by concurrent processes, and later sales come in the next batch', async () => {
    const before = await inVault();
    await sell(10n * ONE);
    const ordered = await Promise.all(Array.from({ length: 6 }, mint));
    expect(ordered.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([0n, 0n, 0n, 0n, 0n, 10n * ONE]);
    await sell(7n * ONE);
    expect(await mint()).toBe(0n);
    await payouts.finish();
    expect(await mint()).toBe(7n * ONE);
    await payouts.finish();
    expect((await inVault()) - before).toBe(17n * ONE);
  });

  it('isn’t minted again if a restored backup lacks the batch: its amount comes from the chain', { tags: 'full' }, async () => {
    const before = await inVault();
    await sell(100n * ONE);
    await mint();
    const [batch] = (await payouts.database.select().from(chainOrder)).filter(
      ({ kind, status }) => kind === 'MINT' && status === 'PENDING',
    );
    if (batch === undefined) throw new Error('no batch is ordered');
    const args = [batch.contractId, developmentVault.address, 60n * ONE] as const;
    await send(payouts.node, () =>
      payouts.node.as(roleAccount('operator')).writeContract({ ...contracts.juf, functionName: 'mintOnce', args }),
    );
    await payouts.finish();
    expect(await mint()).toBe(40n * ONE);
    await payouts.finish();
    expect((await inVault()) - before).toBe(100n * ONE);
  });

  it('is minted only up to the contract’s cap, and nothing is tried beyond it', async () => {
    const room = await services().chain.getMintingRoom(developmentVault.tokens.juf);
    await sell(room + 5n * ONE);
    expect(await mint()).toBe(room);
    await payouts.finish();
    expect(await services().chain.getMintingRoom(developmentVault.tokens.juf)).toBe(0n);
    expect(await mint()).toBe(0n);
  });
});

describe('burned JU', () => {
  async function burnOf(ada: Person, amount: string): Promise<void> {
    const amountBaseUnits = parseUnits(amount, 18);
    await operate(payouts.provider, (tx) =>
      postTransaction(tx, {
        id: v7(),
        kind: 'ADJUSTMENT',
        occurredAt: payouts.provider.time.now,
        entries: [
          { account: memberAccount('AVAILABLE', ada.id), token: 'JU', amountBaseUnits: -amountBaseUnits },
          { account: pooledAccount('BURNED'), token: 'JU', amountBaseUnits },
        ],
      }),
    );
  }

  it('leaves the vault permanently, once, from one JU on', async () => {
    const ada = await newPerson(payouts.provider);
    await payouts.deposit(ada, 'JU', '100');
    await payouts.mine(3);
    const before = await burned();
    await burnOf(ada, '0.9');
    expect(await burn()).toBe(0n);
    await burnOf(ada, '11.1');
    const ordered = await Promise.all(Array.from({ length: 4 }, burn));
    expect(ordered.reduce((sum, amount) => sum + amount)).toBe(12n * ONE);
    await payouts.finish();
    expect((await burned()) - before).toBe(12n * ONE);
    expect(await accountBalance(payouts.database, pooledAccount('BURNED'), 'JU')).toBe(0n);
    expect(await burn()).toBe(0n);
  });

  it('stays in the vault while members wait for it', { tags: 'full' }, async () => {
    const ada = await newPerson(payouts.provider);
    await payouts.deposit(ada, 'JU', '30');
    await payouts.mine(3);
    await burnOf(ada, '5');
    const bob = await newPerson(payouts.provider);
    const wanted = (await payouts.held('JU', developmentVault.address)) - 4n * ONE;
    await give(bob, wanted + ONE);
    await pendingPayout(payouts, bob, { walletType: 'JU', amount: formatUnits(wanted, 18) });
    expect(await burn()).toBe(0n);
    await payouts.finish();
    expect(await burn()).toBe(0n);
    await payouts.deposit(ada, 'JU', '1');
    await payouts.mine(3);
    expect(await burn()).toBe(5n * ONE);
  });
});

/** Like a reward: the member has it in the ledger, but it isn't in the vault. */
async function give({ id }: Person, amountBaseUnits: bigint): Promise<void> {
  await operate(payouts.provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'JU', amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', id), token: 'JU', amountBaseUnits },
      ],
    }),
  );
}
