import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { catalogueId } from '../../../provider/catalogue-id.ts';
import { defaultEconomy, validateEconomy } from '../../../provider/economy.ts';
import { grantRole } from './grant-role.ts';
import { operate } from '../operate.ts';
import { bonusPool, type Club, type ClubMember, startClub, treasury } from '../profile/open-club.ts';

const sound = { sound: true };

async function offers(member: ClubMember) {
  const { list } = await member.call('memberRolesList');
  return Object.fromEntries(list.map(({ code, upgradePrice, owned, current }) => [code, { upgradePrice, owned, current }]));
}

async function roleId(member: ClubMember, code: string): Promise<string> {
  const { list } = await member.call('memberRolesList');
  const role = list.find((candidate) => candidate.code === code);
  if (role === undefined) throw new Error(`there is no role ${code}`);
  return role.id;
}

async function buy(member: ClubMember, code: string, key: string = randomUUID()) {
  return member.send('purchaseMemberRoles', { key, body: { roleId: await roleId(member, code), walletType: 'USDT' } });
}

async function grant({ provider }: Club, member: ClubMember, code: 'SILVER' | 'GOLD' | 'DIAMOND'): Promise<void> {
  await operate(provider, (tx) => grantRole(tx, member.id, code, provider.time.now));
}

describe('the list of roles', () => {
  it('shows to everyone what each role costs and gives', async () => {
    const club = await startClub();
    const member = await club.join();
    const { list } = await member.call('memberRolesList');
    expect(list).toHaveLength(5);
    expect(list[2]).toEqual({
      id: catalogueId('member role GOLD'),
      code: 'GOLD',
      name: 'Gold',
      signedName: 'Gold',
      rank: 2,
      price: '500',
      upgradePrice: '500',
      walletType: 'USDT',
      bonusRates: [900, 400, 200],
      privilege: { juf: '26', score: 300, everyDays: 30 },
      owned: false,
      current: false,
    });
    expect(list[0]).toMatchObject({ code: 'MEMBER', price: '0', upgradePrice: null, owned: true, current: true });
  });

  it('deducts what was actually paid before, and nothing for granted roles', async () => {
    const club = await startClub();
    const [buyer, favourite] = [await club.join('100'), await club.join()];
    await buyer.buyRole('SILVER');
    await grant(club, favourite, 'SILVER');
    expect(await offers(buyer)).toMatchObject({
      MEMBER: { upgradePrice: null, owned: true, current: false },
      SILVER: { upgradePrice: null, owned: true, current: true },
      GOLD: { upgradePrice: '400', owned: false, current: false },
      DIAMOND: { upgradePrice: '9900' },
    });
    expect(await offers(favourite)).toMatchObject({
      SILVER: { upgradePrice: null, owned: true, current: true },
      GOLD: { upgradePrice: '500' },
    });
  });
});

describe('the purchase of a role', () => {
  it('gives it at once; a fifth of the price goes to the bonus pool, the rest to the treasury', async () => {
    const club = await startClub();
    const member = await club.join('500');
    expect(await member.buyRole('GOLD')).toMatchObject({
      role: { code: 'GOLD', name: 'Gold' },
      paid: '500',
      transaction: { kind: 'ROLE', walletType: 'USDT', amount: '500', direction: 'OUT', balanceAfter: '0' },
    });
    expect(await member.call('userInfo')).toMatchObject({ role: { code: 'GOLD', name: 'Gold' } });
    expect([await club.holds(bonusPool, 'USDT'), await club.holds(treasury, 'USDT')]).toEqual(['100', '400']);
    expect(await club.audit()).toMatchObject(sound);
  });

  it('step by step costs as much as the highest alone', async () => {
    const club = await startClub();
    const member = await club.join('10000');
    const paid: string[] = [];
    for (const code of ['SILVER', 'GOLD', 'PLATINUM', 'DIAMOND']) paid.push((await member.buyRole(code)).paid);
    expect(paid).toEqual(['100', '400', '1500', '8000']);
    expect(await member.available('USDT')).toBe('0');
    expect(await club.audit()).toMatchObject(sound);
  });

  it('goes upwards only', async () => {
    const club = await startClub();
    const member = await club.join('20000');
    expect(await buy(member, 'MEMBER')).toMatchObject({ status: 422, code: 'ROLE_NOT_HIGHER' });
    await member.buyRole('GOLD');
    for (const code of ['MEMBER', 'SILVER', 'GOLD'])
      expect(await buy(member, code)).toMatchObject({ status: 422, code: 'ROLE_NOT_HIGHER' });
    await grant(club, member, 'DIAMOND');
    expect(await buy(member, 'PLATINUM')).toMatchObject({ status: 422, code: 'ROLE_NOT_HIGHER' });
    expect(await member.available('USDT')).toBe('19500');
  });

  it('is refused for an unknown role, for another wallet, and without enough balance', async () => {
    const club = await startClub();
    const member = await club.join('99.999999');
    const send = (body: object) => member.send('purchaseMemberRoles', { body });
    expect(await send({ roleId: catalogueId('member role KING'), walletType: 'USDT' })).toMatchObject({
      status: 422,
      code: 'ROLE_UNKNOWN',
    });
    expect(await send({ roleId: await roleId(member, 'SILVER'), walletType: 'JUF' })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(await buy(member, 'SILVER')).toMatchObject({ status: 422, code: 'INSUFFICIENT_BALANCE', detail: { available: '99.999999' } });
    expect(await offers(member)).toMatchObject({ MEMBER: { current: true }, SILVER: { owned: false } });
  });

  it('is made once by many concurrent requests of a member', async () => {
    const club = await startClub();
    const member = await club.join('5000');
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => buy(member, index % 2 === 0 ? 'SILVER' : 'GOLD')));
    expect(answers.filter(({ code }) => code !== 0).every(({ code }) => code === 'ROLE_NOT_HIGHER')).toBe(true);
    expect(await offers(member)).toMatchObject({ GOLD: { current: true } });
    // Whether by way of Silver or not, Gold has cost what Gold costs.
    expect(await member.available('USDT')).toBe('4500');
    const key = randomUUID();
    const again = await Promise.all(Array.from({ length: 10 }, () => buy(member, 'PLATINUM', key)));
    expect(again.every(({ status }) => status === 200)).toBe(true);
    expect(await member.available('USDT')).toBe('3000');
    expect(await club.audit()).toMatchObject(sound);
  });
});

it('an economy whose roles fall due in different rhythms is refused', () => {
  const roles = defaultEconomy.roles.map((role) =>
    role.code === 'GOLD' ? { ...role, privilege: { ...role.privilege, everyDays: 31 } } : role,
  );
  expect(() => validateEconomy({ ...defaultEconomy, roles })).toThrow('equally often');
});
