import { describe, expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { memberRolesList } from '../../../src/lib/api/contract/roles.ts';
import { bonusCap } from '../../../src/lib/team/bonus-cap.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';

type Roles = DataOf<typeof memberRolesList>;

const levels = (rates: number[]) => rates.map((rate, index) => ({ level: index + 1, rate, count: 0, volume: 0n }));
const role = (change: Partial<Roles['list'][number]>): Roles['list'][number] => ({
  id: '019aa000-0000-7000-8000-000000000000',
  code: 'PLATINUM',
  name: 'Platinum',
  rank: 3,
  price: fromDecimalString('2000'),
  upgradePrice: null,
  walletType: 'USDT',
  bonusRates: [1_000, 500, 300],
  privilege: { juf: fromDecimalString('25'), score: 1_000, everyDays: 30 },
  owned: true,
  current: true,
  ...change,
});
const diamond = role({
  code: 'DIAMOND',
  name: 'Diamond',
  price: fromDecimalString('10000'),
  upgradePrice: fromDecimalString('8000'),
  owned: false,
  current: false,
});
const roles = { list: [role({}), diamond], bonusCapRate: 5_000, paidForRoles: fromDecimalString('2000') };
const NO_RATES = levels([0, 0, 0]);

describe('what bonuses have brought of their cap', () => {
  it('is a share of what was paid for roles, and the next role says what it raises that to', () => {
    const cap = bonusCap({ levels: levels([1_000, 500, 300]), earned: fromDecimalString('400') }, roles);
    expect(cap).toEqual({ earned: 400n * ONE, cap: 1_000n * ONE, why: null, next: { role: diamond, cap: 5_000n * ONE } });
  });

  it.each([
    ['has earned all it can', 1_000n * ONE, 2_000n * ONE, 'REACHED'],
    ['was given its role', 0n, 0n, 'NOTHING_PAID'],
  ])('says why no rate applies to a member who %s', (_, earned, paidForRoles, why) => {
    expect(bonusCap({ levels: NO_RATES, earned }, { ...roles, paidForRoles }).why).toBe(why);
  });

  it('is after a purchase what that adds to it, without a word on rates that apply again by then', () => {
    const cap = bonusCap({ levels: NO_RATES, earned: fromDecimalString('1000') }, roles, 8_000n * ONE);
    expect(cap).toEqual({ earned: 1_000n * ONE, cap: 5_000n * ONE, why: null, next: null });
  });

  it('isn’t raised by any role once the member has the highest, and isn’t known where the provider doesn’t say what was paid', () => {
    expect(bonusCap({ levels: NO_RATES, earned: 0n }, { ...roles, list: [role({})] }).next).toBeNull();
    const { paidForRoles: _, ...unsaid } = roles;
    expect(bonusCap({ levels: NO_RATES, earned: fromDecimalString('1000') }, unsaid)).toEqual({
      earned: 1_000n * ONE,
      cap: null,
      why: 'REACHED',
      next: null,
    });
  });
});
