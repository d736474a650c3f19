import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../wallet/transfers.ts';
import { askPayout, everythingAgrees, listed, openPayouts, type Payouts } from './open-payouts.ts';

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(() => everythingAgrees(payouts));
afterAll(() => payouts.stop());

describe('a payout', () => {
  it.each([
    ['JU', '12.5', '0.1'],
    ['JUF', '40.000000000000000001', '1'],
    ['USDT', '25.000001', '1'],
  ] as const)('of %s waits until three blocks hold it, and is then posted with the hash of the chain', async (token, amount, fee) => {
    const ada = await newPerson(payouts.provider);
    await payouts.deposit(ada, token, '100');
    await payouts.mine(2);
    const answer = await askPayout(payouts, ada, { walletType: token, amount });
    expect(answer).toMatchObject({
      status: 200,
      data: {
        transaction: {
          kind: 'PAYOUT',
          walletType: token,
          amount,
          fee,
          direction: 'OUT',
          status: 'PENDING',
          counterparty: { address: ada.wallet.address },
        },
      },
    });
    expect(await payouts.turn()).toBe('BUSY');
    expect(await payouts.turn()).toBe('BUSY');
    expect(await listed(payouts, ada)).toMatchObject([{ status: 'PENDING' }, { kind: 'DEPOSIT' }]);
    await payouts.mine(1);
    await payouts.turn();
    expect(await listed(payouts, ada)).toMatchObject([{ status: 'PENDING' }, {}]);
    await payouts.mine(1);
    await payouts.turn();
    const [line] = await listed(payouts, ada);
    expect(line).toMatchObject({ status: 'POSTED', amount, fee });
    const receipt = await payouts.node.publicClient.getTransactionReceipt({ hash: line?.hash ?? '0x' });
    expect(receipt.status).toBe('success');
    expect(await payouts.turn()).toBe('IDLE');
  });
});
