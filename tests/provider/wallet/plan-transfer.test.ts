import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../provider/http/refusal.ts';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { planPostings } from '../../../provider/ledger/plan-postings.ts';
import { planTransfer } from '../../../provider/modules/wallet/plan-transfer.ts';
import { readTransferOrder } from '../../../provider/modules/wallet/read-transfer-terms.ts';

const [SENDER, RECIPIENT] = ['01939d2c-7a10-7000-8000-00000000000a', '01939d2c-7a10-7000-8000-00000000000b'];
const now = new Date('2026-11-21T09:00:00.000Z');
/** A fee of one percent. */
const terms = { senderId: SENDER, recipientId: RECIPIENT, feeRate: 100, now };
const body = { walletType: 'USDT', amount: '200', maxFee: '2', remark: 'thanks' } as const;

describe('a planned transfer', () => {
  it('takes amount and fee from the sender, in the ledger’s entries', () => {
    const plan = planTransfer(readTransferOrder(body), terms);
    const from = memberAccount('AVAILABLE', SENDER);
    expect(plan.payment.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    expect(plan).toEqual({
      token: 'USDT',
      amountBaseUnits: 200_000_000n,
      feeBaseUnits: 2_000_000n,
      isFeeTooHigh: false,
      payment: {
        id: plan.payment.id,
        kind: 'TRANSFER',
        entries: [
          { account: from, token: 'USDT', amountBaseUnits: -200_000_000n },
          { account: memberAccount('AVAILABLE', RECIPIENT), token: 'USDT', amountBaseUnits: 200_000_000n },
          { account: from, token: 'USDT', amountBaseUnits: -2_000_000n, role: 'FEE' },
          { account: pooledAccount('FEES'), token: 'USDT', amountBaseUnits: 2_000_000n, role: 'FEE' },
        ],
        occurredAt: now,
        remark: 'thanks',
      },
    });
    expect(planPostings(plan.payment.entries)).toHaveLength(3);
    // UUID version 7 begins with the time.
    expect(Number.parseInt(plan.payment.id.replace('-', '').slice(0, 12), 16)).toBe(now.getTime());
  });

  it('is not to be carried out with a fee above what was signed', () => {
    expect(planTransfer(readTransferOrder({ ...body, maxFee: '1.999999' }), terms).isFeeTooHigh).toBe(true);
    expect(planTransfer(readTransferOrder({ ...body, maxFee: '2.000001' }), terms).isFeeTooHigh).toBe(false);
  });

  it('has no remark where nothing was written', () => {
    expect(planTransfer(readTransferOrder({ ...body, remark: '' }), terms).payment.remark).toBeUndefined();
    expect(planTransfer(readTransferOrder({ ...body, remark: undefined }), terms).payment.remark).toBeUndefined();
  });

  it.each(['amount', 'maxFee'] as const)('names %s if it has more digits than the token', (field) => {
    expect(detailOf(() => readTransferOrder({ ...body, [field]: '0.0000001' }))).toEqual({
      fields: { [field]: 'TOO_MANY_FRACTION_DIGITS' },
    });
  });
});

function detailOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
    throw error;
  }
}
