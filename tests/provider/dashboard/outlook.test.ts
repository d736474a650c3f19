import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { fromDecimalString, mulDivFloor, toDecimalString } from '../../../src/lib/amount.ts';
import { openPoll } from '../../../provider/modules/dashboard/poll.ts';
import { languageCodes } from '../../../src/lib/i18n/languages.ts';
import { operate } from '../operate.ts';
import { type Buyer, DAY_MS, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const JUF = '0.42';
const begin = new Date('2026-12-01T00:00:00.000Z');

const units = (amount: string): bigint => fromDecimalString(amount, 18);
const usd = (juf: string): bigint => (units(juf) * units(JUF)) / 10n ** 30n;

/** On the first moment of a month, with a price that stood still on the day before. */
async function startMonth(): Promise<Treasury> {
  const treasury = await startTreasury();
  treasury.provider.time.now = begin;
  await treasury.give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '10000');
  treasury.setPrice(JUF);
  treasury.prices.juPrice = { at: begin, price18: units('0.084') };
  pricesOfDays(treasury, [JUF]);
  return treasury;
}

/** The prices of the days from the last of November on, each at the midnight after it. */
function pricesOfDays({ prices }: Treasury, ofDays: readonly string[]): void {
  prices.history = ofDays.map((price, day) => ({ at: new Date(begin.getTime() + day * DAY_MS), price18: units(price) }));
  prices.pastJu = ofDays.map((_, day) => ({ at: new Date(begin.getTime() + day * DAY_MS), price18: units('0.084') }));
}

async function stake({ give }: Treasury, { id, call }: Buyer, amount: string): Promise<void> {
  await give(memberAccount('AVAILABLE', id), 'JUF', amount);
  const { periodList } = await call('stakingInfo');
  await call('stakingPurchase', { body: { amount, periodId: periodList[0]?.id }, key: randomUUID() });
}

it('a month’s earnings are what the ledger owes or has paid for it, in parts that add up, claimed or not', async () => {
  const treasury = await startMonth();
  const [upline, member] = [await treasury.buyer('100'), await treasury.buyer('1000')];
  await member.call('referBy', { body: { referralCode: (await upline.call('userInfo')).referralCode } });
  const silver = (await upline.call('memberRolesList')).list.find(({ code }) => code === 'SILVER');
  await upline.call('purchaseMemberRoles', { body: { roleId: silver?.id, walletType: 'USDT' }, key: randomUUID() });
  await member.buy({ pack: 'GROWTH', amount: '420' });
  await stake(treasury, member, '1000');
  treasury.pass(10 * DAY_MS);

  const { roi, vestedJuf } = await member.call('claimInfo');
  const { month } = await member.call('outlook');
  expect(month.from).toBe(begin.toISOString());
  // Of GROWTH's JUF, three in a hundred are the discount.
  const discount = toDecimalString(mulDivFloor(units(vestedJuf.claimable), 300n, 10_000n), 18);
  expect(month.earned.map(({ kind, walletType, amount }) => [kind, walletType, amount])).toEqual([
    ['RETURNS', 'JUF', roi.claimable],
    ['DISCOUNT', 'JUF', discount],
  ]);
  expect(month).toMatchObject({ priceUsd: '0', totalUsd: toDecimalString(usd(roi.claimable) + usd(discount), 6) });
  await member.call('claimRoi', { body: {}, key: randomUUID() });
  await member.call('claimJuf', { body: {}, key: randomUUID() });
  expect((await member.call('outlook')).month).toEqual(month);

  // The bonus is held until the referrer can't be undone any more; then it's the ledger's.
  const { totalEarned } = await upline.call('bonusInfo');
  expect((await upline.call('outlook')).month.earned).toEqual([
    { kind: 'BONUSES', walletType: 'USDT', amount: totalEarned, usd: totalEarned },
  ]);
  treasury.pass(20 * DAY_MS);
  await upline.call('claimMemberPrivilege', { body: {} });
  expect((await upline.call('outlook')).month.earned.at(-1)).toMatchObject({ kind: 'PRIVILEGES', amount: '5' });

  // The next month begins with nothing.
  treasury.provider.time.now = new Date('2027-01-01T00:00:00.000Z');
  expect((await upline.call('outlook')).month.earned).toEqual([]);
  expect(await treasury.audit()).toMatchObject({ sound: true });
});

it('the price’s part is what each day’s change did to what was held when it began', async () => {
  const treasury = await startTreasury();
  treasury.provider.time.now = new Date(begin.getTime() - DAY_MS);
  treasury.prices.juPrice = { at: begin, price18: units('0.084') };
  const member = await treasury.buyer('0');
  await treasury.give(memberAccount('AVAILABLE', member.id), 'JUF', '1000');
  treasury.provider.time.now = new Date(begin.getTime() + DAY_MS / 2);
  await treasury.give(memberAccount('AVAILABLE', member.id), 'JUF', '500');
  treasury.provider.time.now = new Date(begin.getTime() + (3 * DAY_MS) / 2);
  // 1,000 from 0.42 to 0.50 on the 1st, 1,500 from there to 0.46 now.
  pricesOfDays(treasury, [JUF, '0.5']);
  treasury.setPrice('0.46');
  expect((await member.call('outlook')).month).toMatchObject({ earned: [], priceUsd: '20', totalUsd: '20' });
  treasury.setPrice('0.4');
  expect((await member.call('outlook')).month).toMatchObject({ priceUsd: '-70', totalUsd: '-70' });
  treasury.prices.jufPrice = null;
  expect((await member.call('outlook')).month).toMatchObject({ priceUsd: null, totalUsd: null });
});

it('what has matured waits, and what comes next is listed with its date, soonest first', async () => {
  const treasury = await startMonth();
  const member = await treasury.buyer('1000');
  await stake(treasury, member, '100');
  treasury.pass(DAY_MS);
  await stake(treasury, member, '200');
  treasury.setPrice(JUF);
  await member.buy({ pack: 'SEED', amount: '42' });
  const dates = (await member.call('outlook')).coming;
  expect(dates.map(({ kind, amount, at }) => [kind, amount, at])).toEqual([
    ['MATURES', '100', '2026-12-31T00:00:00.000Z'],
    ['MATURES', '200', '2027-01-01T00:00:00.000Z'],
    ['VESTED', '100', '2027-01-01T00:00:00.000Z'],
  ]);
  treasury.provider.time.now = new Date('2026-12-31T12:00:00.000Z');
  const { matured, coming } = await member.call('outlook');
  expect(matured).toEqual({ amount: '100', since: '2026-12-31T00:00:00.000Z', count: 1 });
  expect(coming.map(({ amount }) => amount)).toEqual(['200', '100']);
});

it('names the votes that end in the reader’s language, however many languages each has', async () => {
  const { provider, buyer } = await startMonth();
  const member = await buyer();
  for (const vote of [1, 2, 3])
    await operate(provider, (tx) =>
      openPoll(tx, {
        opensAt: begin,
        endsAt: new Date(begin.getTime() + vote * DAY_MS),
        texts: { en: { title: `${vote} in en`, body: 'Say.' }, ...byLanguage((code) => ({ title: `${vote} in ${code}`, body: 'Say.' })) },
        options: [{ en: 'This' }, { en: 'That' }],
      }),
    );
  for (const language of ['de', 'zh', 'en'] as const) {
    const { coming } = await member.call('outlook', { language });
    expect(coming.flatMap(({ title }) => title ?? [])).toEqual([1, 2, 3].map((vote) => `${vote} in ${language}`));
  }
});

function byLanguage<Text>(text: (code: (typeof languageCodes)[number]) => Text) {
  return Object.fromEntries(languageCodes.map((code) => [code, text(code)]));
}
