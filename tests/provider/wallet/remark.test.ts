import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECEIVING, HONEST } from '../../support/deceiving-texts.ts';
import { openProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 100_000, signInsPerClient: 10_000 } });
  ada = await newPerson(provider);
  bob = await newPerson(provider);
  await fund(provider, ada.id, 'USDT', '10000');
});
afterAll(() => provider.stop());

const send = async (remark: string) => sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '1', remark }));

describe('a remark', () => {
  it.each(HONEST)('%j is signed, kept and shown to the letter', async (remark) => {
    expect(await send(remark)).toMatchObject({ status: 200, data: { transaction: { remark } } });
    const { data } = await provider.call('walletTransactionList', { token: bob.token, query: { size: '1' } });
    expect(data[0]?.remark).toBe(remark);
  });

  it('that deceives is refused even if it is signed, and moves nothing', async () => {
    const before = await balanceOf(provider, ada);
    for (const [what, remark, left] of DECEIVING) {
      const answer = await send(remark);
      expect(answer, what).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
      // A lone surrogate isn't valid in any text, so it is refused before deception is looked for.
      const reason = remark.isWellFormed() ? 'DECEPTIVE' : 'TEXT';
      expect(answer.detail, what).toEqual({ fields: { remark: reason } });
      expect(left, what).not.toBe(remark);
    }
    expect(await balanceOf(provider, ada)).toBe(before);
  });
});
