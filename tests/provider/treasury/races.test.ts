import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import type { Answer } from '../start-provider.ts';
import { type Buyer, DAY_MS, economyWith, startTreasury } from './open-treasury.ts';

const count = (answers: readonly Answer[], code: unknown): number => answers.filter((answer) => answer.code === code).length;

async function buyers(number: number, buyer: (usdt?: string) => Promise<Buyer>, usdt = '1000'): Promise<Buyer[]> {
  const made: Buyer[] = [];
  for (let index = 0; index < number; index += 1) made.push(await buyer(usdt));
  return made;
}

describe('many at once', () => {
  it('fifty buyers at the edge of the cap get exactly the rest of it', async () => {
    // Room for 20 purchases of 200 JUF with 50 for the reward pool, and 249 JUF more.
    const { buyer, audit, holds } = await startTreasury({ economy: economyWith({ maxMintingCapJuf: '1531249' }) });
    const members = await buyers(50, buyer);
    const answers = await Promise.all(members.map((member) => member.tryToBuy()));
    expect([count(answers, 0), count(answers, 'MINTING_CAP_REACHED')]).toEqual([20, 30]);
    expect((await members[0]?.call('treasuryList'))?.mintedJuf).toBe('1531000');
    expect(await holds(pooledAccount('OUTSIDE_WORLD'), 'JUF')).toBe('-5000');
    expect(await holds(pooledAccount('BONUS_POOL'), 'USDT')).toBe('400');
    // The rest still sells, to the last base unit.
    const [last] = members;
    expect(await last?.tryToBuy({ amount: '99.600001' })).toMatchObject({ code: 'MINTING_CAP_REACHED' });
    expect(await last?.tryToBuy({ amount: '99.6' })).toMatchObject({ code: 0 });
    expect((await last?.call('treasuryList'))?.mintedJuf).toBe('1531249');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('insured buyers never get more promised than the pool holds', async () => {
    const { buyer, audit, holds } = await startTreasury({ insurancePool: '100' });
    const members = await buyers(30, buyer);
    const answers = await Promise.all(members.map((member) => member.tryToBuy({ insured: true })));
    // Each takes 15 and brings 5: after the ninth there are 10 left.
    expect([count(answers, 0), count(answers, 'INSURANCE_UNAVAILABLE')]).toEqual([9, 21]);
    expect(await holds(pooledAccount('INSURANCE_POOL_FREE'), 'USDT')).toBe('10');
    for (const [index, member] of members.entries()) {
      expect(await member.available('USDT')).toBe(answers[index]?.code === 0 ? '898' : '1000');
    }
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('concurrent purchases, insured or not, claims and cancellations all end, and the books are sound', async () => {
    const { buyer, audit, pass, provider } = await startTreasury({ insurancePool: '50' });
    const members = await buyers(12, buyer);
    const bought = await Promise.all(members.map((member) => member.tryToBuy({ insured: true })));
    pass(10 * DAY_MS);
    const covers = await Promise.all(members.map((member) => member.call('cancelInsuranceList')));
    const answers = await Promise.all(
      members.flatMap((member, index) => [
        member.tryToBuy({ insured: index % 2 === 0 }),
        member.send('claimJuf', { body: {} }),
        ...(covers[index]?.content ?? []).map(({ id }) => member.send('cancelJuTokenInsurance', { body: { insuranceId: id } })),
        member.tryToBuy({ pack: 'RIDGE', insured: index % 3 === 0 }),
      ]),
    );
    expect(count(bought, 0)).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status >= 500 || status === 429)).toEqual([]);
    expect(await audit()).toMatchObject({ sound: true });
    const { rows } = await provider.pool.query<{ sold: string; kept: string }>(
      'select (select sum(sold_juf) from treasury_package) as sold, (select sum(juf) from treasury_purchase) as kept',
    );
    expect(rows[0]?.sold).toBe(rows[0]?.kept);
  });

  it('one purchase claimed by many requests at once is paid once', async () => {
    const { buyer, pass, holds, audit } = await startTreasury({ insurancePool: '100' });
    const member = await buyer();
    const { purchase } = await member.buy({ insured: true });
    pass(15 * DAY_MS);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => member.send('claimJuf', { body: index % 2 === 0 ? {} : { purchaseId: purchase.id } })),
    );
    expect([count(answers, 0), count(answers, 'NOTHING_TO_CLAIM')]).toEqual([1, 19]);
    expect(await member.available('JUF')).toBe('100');
    expect(await holds(promiseAccount('VESTING', purchase.id), 'JUF')).toBe('100');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('one insurance cancelled by many requests at once is refunded once', async () => {
    const { buyer, audit } = await startTreasury({ insurancePool: '100' });
    const member = await buyer('102');
    const { purchase } = await member.buy({ insured: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => member.send('cancelJuTokenInsurance', { body: { insuranceId: purchase.insuranceId } })),
    );
    expect([count(answers, 0), count(answers, 'INSURANCE_NOT_ACTIVE')]).toEqual([1, 19]);
    expect(await member.available('USDT')).toBe('2');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('the same key fifty times at once buys once', async () => {
    const { buyer } = await startTreasury();
    const member = await buyer();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => member.tryToBuy({ key })));
    expect(count(answers, 0)).toBe(50);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await member.available('USDT')).toBe('900');
  });

  it('more purchases of one member than the balance pays for: as many as it does', async () => {
    const { buyer, audit } = await startTreasury();
    const member = await buyer('350');
    const answers = await Promise.all(Array.from({ length: 12 }, () => member.tryToBuy()));
    expect([count(answers, 0), count(answers, 'INSUFFICIENT_BALANCE')]).toEqual([3, 9]);
    expect(await member.available('USDT')).toBe('50');
    expect(await audit()).toMatchObject({ sound: true });
  });
});
