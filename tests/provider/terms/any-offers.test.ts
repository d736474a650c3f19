import { describe, expect, it } from 'vitest';
import { defaultEconomy, type Economy, readKeptEconomy, validateEconomy } from '../../../provider/economy.ts';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { roleId } from '../../../provider/modules/roles/purchase-role.ts';
import { periodsOf } from '../../../provider/modules/staking/staking-offer.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { appendTerms } from '../../../provider/terms/terms-versions.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { parseTerms } from '../../../provider/terms/terms-documents.ts';
import { startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const [plain, silver, ...upper] = defaultEconomy.roles;
const [base, ...tiers] = defaultEconomy.staking.tiers;
const [month, ...periods] = defaultEconomy.staking.periods;
const [seed, ...packages] = defaultEconomy.treasury.packages;
if (!plain || !silver || !base || !month || !seed) throw new Error('the source has no terms');

/** Two more of everything than the source has, some with names and some without. */
const many = validateEconomy({
  ...defaultEconomy,
  treasury: {
    ...defaultEconomy.treasury,
    packages: [{ ...seed, code: 'SPROUT', vestingDays: 7 }, seed, ...packages, { ...seed, code: 'PEAK_2', vestingDays: 720 }],
  },
  roles: [
    plain,
    { ...silver, code: 'BRONZE', rank: 1, priceUsdt: '50' },
    ...[silver, ...upper].map((role, index) => ({ ...role, rank: index + 2 })),
    { ...silver, code: 'FOUNDER', rank: 6, priceUsdt: '20000' },
  ],
  staking: {
    ...defaultEconomy.staking,
    tiers: [{ ...base, code: 'FIRST', minJuf: '10' }, base, ...tiers, { ...base, code: 'VAULT', minJuf: '1000000', multiplier: 16_000 }],
    periods: [{ days: 7, apr: 100 }, month, ...periods, { days: 720, apr: 2_000 }],
  },
  names: {
    packages: { ...defaultEconomy.names.packages, SPROUT: { en: 'Sprout', de: 'Spross', th: 'ต้นอ่อน' } },
    roles: { ...defaultEconomy.names.roles, BRONZE: { de: 'Bronze' } },
    tiers: { ...defaultEconomy.names.tiers, FIRST: { en: 'First', de: 'Erste' } },
  },
});

/** As few as there can be. */
const few = validateEconomy({
  ...defaultEconomy,
  treasury: { ...defaultEconomy.treasury, packages: [{ ...seed, code: 'ONLY' }] },
  roles: [{ ...plain, code: 'GUEST' }],
  staking: { ...defaultEconomy.staking, tiers: [{ ...base, code: 'ALL' }], periods: [month] },
  names: { packages: {}, roles: {}, tiers: {} },
});

function reader({ database, provider }: Treasury, id: string, language: string) {
  return async <Name extends 'treasuryList' | 'memberRolesList' | 'stakingInfo' | 'userInfo' | 'stakingList' | 'walletTransactionList'>(
    name: Name,
  ) => provider.call(name, { language, token: (await beginSession(database, provider.time.now, id, 'WALLET')).token });
}

describe('packages, roles, tiers and periods are the operator’s in number, code and name', () => {
  it('more than the source has, each in the reader’s language, else in English, else by its code', async () => {
    const treasury = await startTreasury({ economy: many });
    const member = await treasury.buyer('1000');
    const inGerman = reader(treasury, member.id, 'de');
    const named = async (read: typeof inGerman) => ({
      packages: (await read('treasuryList')).list.map(({ name }) => name),
      roles: (await read('memberRolesList')).list.map(({ name }) => name),
      tiers: (await read('stakingInfo')).tierList.map(({ name }) => name),
      periods: (await read('stakingInfo')).periodList.map(({ days }) => days),
    });
    expect(await named(inGerman)).toEqual({
      packages: ['Spross', 'Seed', 'Growth', 'Summit', 'Ridge', 'PEAK_2'],
      roles: ['Mitglied', 'Bronze', 'Silber', 'Gold', 'Platin', 'Diamant', 'FOUNDER'],
      tiers: ['Erste', 'Base', 'Plus', 'Pro', 'Prime', 'VAULT'],
      periods: [7, 30, 90, 180, 360, 720],
    });
    expect(await named(reader(treasury, member.id, 'kr'))).toMatchObject({
      packages: ['Sprout', 'Seed', 'Growth', 'Summit', 'Ridge', 'PEAK_2'],
      roles: ['멤버', 'BRONZE', '실버', '골드', '플래티넘', '다이아몬드', 'FOUNDER'],
      tiers: ['First', 'Base', 'Plus', 'Pro', 'Prime', 'VAULT'],
    });
  });

  it('new ones are bought and staked as any, and the wallet signs one name in every language', async () => {
    const treasury = await startTreasury({ economy: many });
    const member = await treasury.buyer('1000');
    await treasury.give(memberAccount('AVAILABLE', member.id), 'JUF', '100');
    const inGerman = reader(treasury, member.id, 'de');
    const { list } = await inGerman('treasuryList');
    expect(list[0]).toMatchObject({ name: 'Spross', signedName: 'Sprout', id: packageId('SPROUT') });
    await member.buy({ pack: 'SPROUT', amount: '500' });
    await member.call('purchaseMemberRoles', { body: { roleId: roleId('BRONZE'), walletType: 'USDT' } });
    const week = periodsOf(many).find(({ days }) => days === 7)?.id;
    await member.call('stakingPurchase', { body: { amount: '50', periodId: week } });
    expect((await inGerman('userInfo')).role).toEqual({ code: 'BRONZE', name: 'Bronze' });
    expect((await inGerman('stakingInfo')).currentStaking.tier).toBe('Erste');
    expect((await inGerman('stakingList')).stakingList.content[0]).toMatchObject({ tier: 'Erste', days: 7 });

    // What is no longer sold keeps its name in histories as long as the terms do.
    const later = { ...few, roles: many.roles, names: many.names };
    const order = { economy: later, appliedBy: 'ada', reason: 'a test', now: treasury.provider.time.now };
    await inTransaction(treasury.database, (transaction) => appendTerms(transaction, order));
    const bought = (await inGerman('walletTransactionList')).data.find(({ kind }) => kind === 'TREASURY_PURCHASE');
    expect(bought?.subject).toMatchObject({ packageName: 'Spross' });
    expect((await inGerman('stakingList')).stakingList.content[0]).toMatchObject({ tier: 'Erste' });
    expect((await treasury.audit()).sound).toBe(true);
  });

  it('one of each, without a name', async () => {
    const treasury = await startTreasury({ economy: few });
    const member = await treasury.buyer('1000');
    const read = reader(treasury, member.id, 'jp');
    expect((await read('treasuryList')).list.map(({ name, signedName }) => [name, signedName])).toEqual([['ONLY', 'ONLY']]);
    expect((await read('memberRolesList')).list).toMatchObject([{ code: 'GUEST', name: 'GUEST', current: true, upgradePrice: null }]);
    expect(await read('stakingInfo')).toMatchObject({ tierList: [{ name: 'ALL' }], periodList: [{ days: 30 }] });
    await member.buy({ pack: 'ONLY' });
    expect((await treasury.audit()).sound).toBe(true);
  });

  it('terms from before names stood in them keep the names that the program gave', () => {
    const { names: _, ...before } = defaultEconomy;
    expect(readKeptEconomy(before)).toEqual(defaultEconomy);
  });

  it('a code or a name that can’t be read is refused, and two offers of one name', () => {
    const mistakes = (change: (economy: Economy) => void): string[] => {
      const economy = structuredClone(defaultEconomy);
      change(economy);
      const parsed = parseTerms(JSON.stringify(economy));
      return 'mistakes' in parsed ? parsed.mistakes : [];
    };
    expect(mistakes(({ roles }) => roles.forEach((role) => (role.code = role.code.toLowerCase())))).toContain(
      'roles[0].code: must be up to 32 capital letters, digits and _',
    );
    expect(mistakes(({ names }) => (names.roles['GOLD'] = { en: 'Go\u200bld' }))).toEqual([
      'names.roles.GOLD.en: must be 1 to 40 visible characters',
    ]);
    expect(mistakes(({ names }) => (names.roles['GOLD'] = { de: 'Silber' }))).toEqual([
      'names.roles: two of them are called the same in de',
    ]);
  });
});
