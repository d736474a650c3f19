import { randomUUID } from 'node:crypto';
import { parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { createVaultView, readReserves } from '../../../provider/solvency/vault-view.ts';
import { appendTerms } from '../../../provider/terms/terms-versions.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { onServer } from '../../support/on-server.ts';
import { asSecondPerson } from '../../support/second-person.ts';
import { dropStaff, makeStaff, type StaffMember } from '../../support/staff-role.ts';
import { newAccount } from '../new-account.ts';
import { operate } from '../operate.ts';
import { everythingAgrees, openPayouts, orderOf, type Payouts, pendingPayout } from '../payouts/open-payouts.ts';
import { newPerson, type Person } from '../wallet/transfers.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { address, tokens } = developmentVault;
const till = newAccount().address;

let payouts: Payouts;
/** Two people of finance. */
let staff: StaffMember[];
let ada: string;
let bob: string;
let member: Person;
/** Of fees and sales. */
let earned: bigint;

/** A sale, and a payout that leaves its fee; and two people, each with a role of their own. */
beforeAll(async () => {
  payouts = await openPayouts();
  const { provider } = payouts;
  member = await newPerson(provider);
  await payouts.deposit(member, 'USDT', '200');
  await payouts.mine(3);
  const body = { treasuryId: packageId('SEED'), amount: '100', maxPrice: '1000000', insured: false };
  await provider.call('purchaseTreasury', { token: member.token, body, headers: { 'Idempotency-Key': randomUUID() } });
  await pendingPayout(payouts, member, { walletType: 'USDT', amount: '10' });
  await payouts.finish();
  earned = (await held('FEES')) + (await held('TREASURY'));
  expect(await held('FEES')).toBe(parseUnits('1', 6));
  staff = [await makeStaff(provider.databaseUrl, 'FINANCE'), await makeStaff(provider.databaseUrl, 'FINANCE')];
  [ada = '', bob = ''] = staff.map(({ name }) => name);
});
afterAll(async () => {
  await dropStaff(payouts.provider.databaseUrl, staff);
  await payouts.stop();
});

it('refuses more than was earned, more than a day’s limit, an address that nobody has, and no reason', async () => {
  const more = `${(earned + 1n).toString().slice(0, -6)}.${(earned + 1n).toString().slice(-6)}`;
  expect((await propose(ada, 'USDT', more)).errors).toContain('Fees and sales have earned less: at most');
  expect((await propose(ada, 'JU', '1')).errors).toContain('at most 0 JU now');
  expect((await as(ada, 'withdraw-proceeds', 'USDT', '1', '--to', address, '--why', 'rent')).errors).toContain('Nobody could use');
  expect((await as(ada, 'withdraw-proceeds', 'USDT', '1', '--why', 'rent')).errors).toContain('--to takes the address');
  expect((await as(ada, 'withdraw-proceeds', 'USDT', '1', '--to', till)).errors).toContain('--why <reason>');
  expect((await as(ada, 'withdraw-proceeds', 'BTC', '1', '--to', till, '--why', 'rent')).errors).toContain('There is no token BTC');
  await setDailyLimit('5');
  expect((await propose(ada, 'USDT', '5.000001')).errors).toContain('(proceeds.dailyLimit): at most 5 USDT now');
  await setDailyLimit('10000');
  expect((await as(ada, 'proposals')).errors).toBe('No proposal is open.');
});

it('pays what one person proposed and another approved, and members go on being paid', async () => {
  const id = idIn(await propose(ada, 'USDT', '30', { OPERATOR_NAME: 'Bob' }));
  expect((await as(bob, 'proposals')).output).toContain(
    `${id}  Pay 30 USDT of the proceeds from the vault to ${till}. Proposed by ${ada}, `,
  );
  // Whoever says to be somebody else is still who the database knows.
  const own = await as(ada, { OPERATOR_NAME: 'Bob' }, 'approve', id, '--yes');
  expect(own.errors).toContain(`${ada} proposed it, so somebody else must approve it.`);
  const shown = await as(bob, 'approve', id);
  expect(shown.errors).toContain(`Pay 30 USDT of the proceeds from the vault to ${till}. Proposed by ${ada}`);
  expect(shown.errors).toContain('because: rent of November. Approve it?');
  expect((await as(bob, 'approve', id, '--yes')).output).toContain(`Ordered as ${id}.`);
  expect((await as(bob, 'approve', id, '--yes')).errors).toContain('is approved already');
  expect(await held('FEES')).toBe(0n);
  expect((await held('TREASURY')) + parseUnits('30', 6)).toBe(earned);

  const payout = await pendingPayout(payouts, member, { walletType: 'USDT', amount: '20' });
  // On its way it is still the operator's, not set aside for members.
  expect((await audit()).errors).toBe('');
  expect((await audit()).output).toMatch(/^ {2}USDT: holds 190, owes 190 \(members [\d.]+, promised 21, pools [\d.]+, operator [\d.]+\)$/m);
  await payouts.turn();
  await payouts.mine(1);
  expect((await audit()).output).toMatch(/^ {2}USDT: holds 140, owes 140 \(.*\); 30 of proceeds were withdrawn$/m);
  await payouts.finish();
  expect(await payouts.held('USDT', till)).toBe(parseUnits('30', 6));
  expect(await orderOf(payouts, id)).toMatchObject({ kind: 'PROCEEDS', status: 'POSTED', memberId: null, fee: 0n });
  expect(await orderOf(payouts, payout)).toMatchObject({ status: 'POSTED' });
  expect((await audit()).output).toMatch(/; 30 of proceeds were withdrawn$/m);
  await everythingAgrees(payouts);
  const view = createVaultView({ rpcUrl: payouts.node.url, vault: developmentVault });
  const reserves = await readReserves(payouts.database, view, new Date());
  expect(reserves?.tokens.USDT).toMatchObject({ vault: '140', ledger: { withdrawn: '30', owedInAll: '140' } });
});

it('counts a day’s withdrawals together, again when they are approved', async () => {
  const first = idIn(await propose(ada, 'USDT', '4'));
  const second = idIn(await propose(ada, 'USDT', '5'));
  await setDailyLimit('38');
  expect((await as(bob, 'approve', first, '--yes')).exitCode).toBe(0);
  expect((await as(bob, 'approve', second, '--yes')).errors).toContain('at most 4 USDT now. Nothing was done.');
  expect((await as(bob, 'proposals')).output).toContain(second);
  await payouts.finish();
  await everythingAgrees(payouts);
});

it('what was given up returns to where it came from', async () => {
  await setDailyLimit('10000');
  const before = [await held('FEES'), await held('TREASURY')];
  const id = idIn(await propose(bob, 'USDT', '7'));
  expect((await as(ada, 'approve', id, '--yes')).exitCode).toBe(0);
  const givenUp = idIn(await as(ada, 'give-up-payout', id, '--why', 'a test'));
  expect((await as(ada, 'approve', givenUp, '--yes')).errors).toContain('somebody else must approve it');
  expect((await as(bob, 'approve', givenUp, '--yes')).output).toContain(`Order ${id} is given up.`);
  expect((await as(ada, 'give-up-payout', id, '--why', 'a test')).errors).toContain('is given up already');
  await payouts.finish();
  expect(await orderOf(payouts, id)).toMatchObject({ status: 'VOIDED' });
  expect([await held('FEES'), await held('TREASURY')]).toEqual(before);
});

it('the database takes no order that differs from what was approved, and changes no proposal', async () => {
  const id = idIn(await propose(ada, 'USDT', '3'));
  const { pool } = payouts.provider;
  await expect(pool.query(`update proposal set operands = '["USDT", "60"]' where id = $1`, [id])).rejects.toThrow('stays as it was shown');
  await expect(pool.query('delete from proposal where id = $1', [id])).rejects.toThrow('stays as it was shown');
  // Neither before it is approved, nor by whoever proposed it.
  await expect(order(id, '3', till)).rejects.toMatchObject({ constraint: 'chain_order_approved' });
  const approve = 'update proposal set approved_at = now() where id = $1';
  await expect(onServer(urlAs(ada), (client) => client.query(approve, [id]))).rejects.toMatchObject({ code: '42501' });
  await expect(onServer(urlAs(ada), (client) => client.query('select staff.order_proceeds($1, 0)', [id]))).rejects.toMatchObject({
    constraint: 'proposal_by_two',
  });
  await onServer(await asSecondPerson(payouts.provider.databaseUrl), (client) => client.query(approve, [id]));
  await expect(order(id, '3.000001', till)).rejects.toMatchObject({ constraint: 'chain_order_approved' });
  await expect(order(id, '3', member.wallet.address)).rejects.toMatchObject({ constraint: 'chain_order_approved' });
  const { rows } = await pool.query<{ approved_by: string }>('select approved_by from proposal where id = $1', [id]);
  expect(rows).toEqual([{ approved_by: 'second_person' }]);
});

it('takes nothing out while the vault falls short', async () => {
  const id = idIn(await propose(ada, 'USDT', '2'));
  await payouts.provider.pool.query(`update treasury_supply set minted_juf = minted_juf + 1e40`);
  expect((await propose(ada, 'USDT', '1')).errors).toContain('The vault falls short (');
  expect((await as(bob, 'approve', id, '--yes')).errors).toContain('so nothing is taken out');
  await payouts.provider.pool.query(`update treasury_supply set minted_juf = minted_juf - 1e40`);
});

/** An order as somebody with the owner's rights could write it past the tool. */
async function order(id: string, amount: string, recipient: string): Promise<void> {
  const units = parseUnits(amount, 6).toString();
  await asAdmin(payouts.provider.databaseUrl, async (client) => {
    await client.query('begin');
    try {
      await client.query(
        `select ledger_post($1, 'ADJUSTMENT', 'PENDING', null, now(), null, null, '{PAYOUT_IN_TRANSIT,TREASURY}', '{USDT,USDT}',
                            array[$1::uuid, '00000000-0000-0000-0000-000000000000'], array[$2::numeric, -$2::numeric], '{0,0}')`,
        [id, units],
      );
      await client.query(
        `insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
         values ($1, 'PROCEEDS', 'proceeds:' || $1::uuid, 'USDT', $3, $2, 0, now())`,
        [id, units, recipient],
      );
      await client.query('set constraints all immediate');
    } finally {
      await client.query('rollback');
    }
  });
}

function held(kind: 'FEES' | 'TREASURY'): Promise<bigint> {
  return accountBalance(payouts.database, pooledAccount(kind), 'USDT');
}

async function setDailyLimit(usdt: string): Promise<void> {
  const { dailyLimit } = defaultEconomy.proceeds;
  const economy = { ...defaultEconomy, proceeds: { dailyLimit: { ...dailyLimit, USDT: usdt } } };
  await operate(payouts.provider, (tx) =>
    appendTerms(tx, { economy, appliedBy: 'a test', reason: 'a test', now: payouts.provider.time.now }),
  );
}

function propose(who: string, token: string, amount: string, more: Record<string, string> = {}): Promise<ToolOutcome> {
  return as(who, more, 'withdraw-proceeds', token, amount, '--to', till, '--why', 'rent of November');
}

function idIn({ output, errors }: ToolOutcome): string {
  const [, id] = /Proposed as ([0-9a-f-]{36})/.exec(output) ?? [];
  if (id === undefined) throw new Error(`nothing was proposed: ${errors}`);
  return id;
}

function audit(): Promise<ToolOutcome> {
  return as(ada, 'audit', '--only', 'vault');
}

function urlAs(who: string): string {
  const url = new URL(payouts.provider.databaseUrl);
  [url.username, url.password] = [who, 'x'];
  return url.href;
}

function as(who: string, ...words: (string | Record<string, string>)[]): Promise<ToolOutcome> {
  const environment = {
    DATABASE_URL: urlAs(who),
    PUBLIC_CHAIN_RPC_URL: payouts.node.url,
    VAULT_ADDRESS: address,
    VAULT_FROM_BLOCK: '0',
    PUBLIC_JUF_ADDRESS: tokens.juf,
    PUBLIC_USDT_ADDRESS: tokens.usdt,
  };
  const changes = words.filter((word) => typeof word !== 'string');
  return runTool(Object.assign({}, environment, ...changes) as NodeJS.ProcessEnv, ...words.filter((word) => typeof word === 'string'));
}
