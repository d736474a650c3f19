import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { defaultEconomy, type Economy, validateEconomy } from '../../../provider/economy.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { readPower } from '../../../provider/modules/power/read-power.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { roleId } from '../../../provider/modules/roles/purchase-role.ts';
import { appendTerms } from '../../../provider/terms/terms-versions.ts';
import { checkNewTerms } from '../../../provider/terms/check-new-terms.ts';
import { createTermsBook } from '../../../provider/terms/terms-book.ts';
import { signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';
import { DAY_MS, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const PRICES = { juf18: 420_000_000_000_000_000n, ju18: 84_000_000_000_000_000n };

/** Terms that differ from those of the source in about everything. */
function otherTerms(change: (economy: Economy) => void = () => undefined): Economy {
  const economy = structuredClone(defaultEconomy);
  economy.roles = economy.roles.map((role) => ({
    ...role,
    bonusRates: [role.bonusRates[0] / 2, 0, 0],
    privilege: { ...role.privilege, juf: '0', score: role.rank },
  }));
  economy.bonuses.capRate = 1_000;
  economy.power = { perRoleRank: 1, pointsPerPower: 1_000, maxFromScore: 1_000 };
  economy.treasury.packages = economy.treasury.packages.map((each) => ({ ...each, vestingDays: each.vestingDays * 2, powerPerJuf: '0.5' }));
  economy.insurance = { premiumRate: 300, days: 90, maxPayoutRate: 1_000, noCancelDays: 30, settlementWindowsHours: [48, 96] };
  economy.staking.periods = [{ days: 30, apr: 300 }];
  change(economy);
  return validateEconomy(economy);
}

function apply({ database, provider }: Pick<Treasury, 'database' | 'provider'>, economy: Economy) {
  return inTransaction(database, (tx) => appendTerms(tx, { economy, appliedBy: 'ada', reason: 'a test', now: provider.time.now }));
}

describe('terms', () => {
  it('begin with those of the source, and a new version reaches every process without a restart', async () => {
    const treasury = await startTreasury();
    const other = await startProvider({ databaseUrl: treasury.provider.databaseUrl });
    const { rows } = await treasury.provider.pool.query('select number, applied_by, reason from terms');
    expect(rows).toEqual([{ number: 1, applied_by: 'the program', reason: 'the first start' }]);
    const { token } = await signIn(treasury.provider);
    const offered = async ({ call }: Pick<typeof other, 'call'>) =>
      (await call('treasuryList', { token })).list.find(({ name }) => name === 'Seed')?.vestingDays;
    expect([await offered(treasury.provider), await offered(other)]).toEqual([30, 30]);
    expect(await apply(treasury, otherTerms())).toMatchObject({ number: 2 });
    expect([await offered(treasury.provider), await offered(other)]).toEqual([60, 60]);
    // A third, started later, does not put its source's terms back.
    expect(await offered(await startProvider({ databaseUrl: treasury.provider.databaseUrl }))).toBe(60);
  });

  it('are kept with their history, each version as it was applied, and the same ones make no new version', async () => {
    const { database, provider } = await startTreasury();
    await apply({ database, provider }, otherTerms());
    expect(await apply({ database, provider }, otherTerms())).toBeNull();
    expect(await apply({ database, provider }, defaultEconomy)).toMatchObject({ number: 3 });
    const { rows } = await provider.pool.query<{ number: number; document: unknown }>('select number, document from terms order by number');
    expect(rows.map(({ document }) => validateEconomy(document))).toEqual([defaultEconomy, otherTerms(), defaultEconomy]);
    for (const change of ['update terms set reason = $$none$$', 'delete from terms', 'truncate terms cascade', 'delete from terms_role'])
      await expect(provider.pool.query(change), change).rejects.toMatchObject({ code: '42501' });
    const gap = `insert into terms select 7, at, applied_by, reason, document, hash from terms where number = 1`;
    await expect(provider.pool.query(gap)).rejects.toMatchObject({ constraint: 'terms_follow' });
  });

  it('stay in force for a deal until it is done: a new version waits for it, and those after it see the new one', async () => {
    const { database, provider } = await startTreasury();
    const book = createTermsBook();
    const order: string[] = [];
    let applied: Promise<unknown> | undefined;
    await inTransaction(database, async (tx) => {
      expect((await book.within(tx)).number).toBe(1);
      applied = apply({ database, provider }, otherTerms()).then(() => order.push('applied'));
      // Wait until the new version waits for the lock.
      await expect
        .poll(async () => (await provider.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount)
        .toBeGreaterThan(0);
      expect((await book.within(tx)).number).toBe(1);
      order.push('dealt');
    });
    await applied;
    expect(order).toEqual(['dealt', 'applied']);
    expect((await book.inForce(database)).number).toBe(2);
  });
});

describe('what was bought keeps the terms it was bought at', () => {
  it('purchases, insurances, roles, points and bonuses', async () => {
    const treasury = await startTreasury({ insurancePool: '10000' });
    const { provider, database, pass, give } = treasury;
    await give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '1000');
    const [upline, member] = [await treasury.buyer('1000'), await treasury.buyer('1000')];
    const { referralCode } = await upline.call('referralInfo');
    await member.call('referBy', { body: { referralCode } });
    await upline.call('purchaseMemberRoles', { body: { roleId: roleId('GOLD'), walletType: 'USDT' } });
    await member.call('purchaseMemberRoles', { body: { roleId: roleId('SILVER'), walletType: 'USDT' } });
    await member.call('juScorePurchase', { body: { points: 5_000 } });
    await member.buy({ amount: '100', insured: true });
    const look = async () => ({
      power: await readPower(database, member.id, provider.time.now),
      purchases: await member.call('purchaseTreasuryHistory'),
      insurances: await member.call('cancelInsuranceList'),
      bonuses: await upline.call('bonusInfo'),
      privilege: (await member.call('claimInfo')).privilege,
      rates: (await upline.call('referralInfo')).levels,
    });
    const before = await look();
    expect(before.privilege).toMatchObject({ juf: '5', score: 100 });
    await apply(treasury, otherTerms());
    expect(await look()).toEqual(before);

    // 160 days on, the insurance bought first can still be cancelled: its own last 7 days count, not the 30 of now.
    const [cover] = before.insurances.content;
    pass(160 * DAY_MS);
    await member.call('cancelJuTokenInsurance', { body: { insuranceId: cover?.id } });

    // GOLD was sold with 9 %, up to half of its price: 9 + 9 + 45 USDT. By the new terms half as much, and 50 in all.
    await member.buy({ amount: '500' });
    expect((await upline.call('bonusInfo')).totalEarned).toBe('63');

    // New purchases have the new terms.
    const later = await treasury.buyer('1000');
    await later.call('purchaseMemberRoles', { body: { roleId: roleId('SILVER'), walletType: 'USDT' } });
    await later.call('juScorePurchase', { body: { points: 5_000 } });
    await later.buy({ amount: '100', insured: true });
    expect((await later.call('juPowerInfo')).parts).toMatchObject({ role: '1', score: '5', treasury: '100' });
    expect((await later.call('claimInfo')).privilege).toMatchObject({ juf: '0', score: 1 });
    expect((await treasury.audit()).sound).toBe(true);
  });

  it('an insurance settles by the windows it was sold with', async () => {
    const treasury = await startTreasury({ insurancePool: '10000' });
    const asked: unknown[] = [];
    const { prices } = treasury;
    const plain = { ...prices };
    const settlement: typeof prices.jufSettlement = (at, windows) => plain.jufSettlement(at, windows);
    prices.jufSettlement = (at, windows) => {
      asked.push(windows);
      return settlement(at, windows);
    };
    const member = await treasury.buyer('1000');
    await member.buy({ insured: true });
    await apply(treasury, otherTerms());
    await member.buy({ insured: true });
    treasury.pass(181 * DAY_MS);
    await treasury.settle();
    expect(asked).toEqual(
      expect.arrayContaining([
        [24, 168],
        [48, 96],
      ]),
    );
  });
});

it('what was reviewed by one version is not done by another', async () => {
  const treasury = await startTreasury();
  const member = await treasury.buyer('1000');
  const shown = [
    (await member.call('treasuryList')).terms,
    (await member.call('memberRolesList')).terms,
    (await member.call('stakingInfo')).terms,
    (await member.call('juScoreInfo')).terms,
  ];
  expect(shown).toEqual([1, 1, 1, 1]);
  await apply(treasury, otherTerms());
  const changed = { status: 422, code: 'TERMS_CHANGED', detail: { terms: 2 } };
  const orders = {
    purchaseMemberRoles: { roleId: roleId('SILVER'), walletType: 'USDT' },
    juScorePurchase: { points: 100 },
    purchaseTreasury: { treasuryId: packageId('SEED'), amount: '100', maxPrice: '1', insured: false },
    stakingPurchase: { amount: '100', periodId: packageId('SEED') },
    turboCharge: { stakingId: packageId('SEED'), units: 1 },
  } as const;
  for (const [name, body] of Object.entries(orders) as [keyof typeof orders, object][])
    expect(await member.send(name, { body: { ...body, terms: 1 } }), name).toMatchObject(changed);
  expect(await member.available('USDT')).toBe('1000');
  await member.call('juScorePurchase', { body: { points: 100, terms: 2 } });
  await member.call('juScorePurchase', { body: { points: 100 } });
});

describe('the check of new terms', () => {
  it('says what changes and for whom, and what the pools then promise', async () => {
    const treasury = await startTreasury({ insurancePool: '150' });
    const member = await treasury.buyer('1000');
    await member.call('purchaseMemberRoles', { body: { roleId: roleId('SILVER'), walletType: 'USDT' } });
    await member.buy({ insured: true });
    const check = await checkNewTerms(treasury.database, {
      before: defaultEconomy,
      after: otherTerms(),
      prices: PRICES,
      now: treasury.provider.time.now,
    });
    const whomOf = (path: string) => check.changes.find((change) => change.path === path);
    expect(whomOf('insurance.premiumRate')).toMatchObject({
      before: 200,
      after: 300,
      whom: 'insurances from now on; the 1 that run keep theirs',
    });
    expect(whomOf('treasury.packages.SEED.vestingDays')).toMatchObject({ before: 30, after: 60 });
    expect(whomOf('treasury.packages.SEED.vestingDays')?.whom).toBe('purchases from now on; 1 that are not all claimed keep theirs');
    expect(whomOf('power.perRoleRank')?.whom).toContain('1 members keep the power of theirs');
    expect(check.pools.join('\n')).toContain('Roles that were bought bring 5 JUF at their next date');
    expect(check.pools.join('\n')).toMatch(/insures purchases of [\d.]+ USDT \(until now [\d.]+ USDT\)/);
  });

  it('refuses terms that would break a promise, or reward splitting into several accounts', async () => {
    const treasury = await startTreasury();
    const member = await treasury.buyer('1000');
    await member.call('purchaseMemberRoles', { body: { roleId: roleId('GOLD'), walletType: 'USDT' } });
    const refusalsOf = async (change: (economy: Economy) => void, prices: typeof PRICES | null = PRICES): Promise<string> => {
      const after = structuredClone(defaultEconomy);
      change(after);
      const given = { before: defaultEconomy, after: validateEconomy(after), prices, now: treasury.provider.time.now };
      return (await checkNewTerms(treasury.database, given)).refusals.map(({ says }) => says).join('\n');
    };
    expect(await refusalsOf(() => undefined)).toBe('');
    expect(await refusalsOf(({ bonuses }) => (bonuses.capRate = 20_000))).toContain('BONUSES_EXCEED_ROLE_PRICE');
    expect(await refusalsOf(({ treasury: { packages } }) => packages.pop(), null)).toContain('no price of JUF and JU');
    expect(await refusalsOf((economy) => (economy.roles = economy.roles.slice(0, 2)))).toContain('GOLD is missing');
    const slower = (economy: Economy): void => economy.roles.forEach(({ privilege }) => (privilege.everyDays = 60));
    expect(await refusalsOf(slower)).toContain('everyDays must stay 30: 1 members');
    const meaner = (economy: Economy): void => {
      economy.roles.forEach((role) => (role.bonusRates = [0, 0, 0]));
      economy.pools.bonusShareOfSales = 1_000;
    };
    expect(await refusalsOf(meaner)).toContain('come to 1500 bp of a sale');
    expect(await refusalsOf(({ treasury: sale }) => (sale.maxMintingCapJuf = '1000'))).toContain('1526000 JUF are minted or sold already');
  });
});
