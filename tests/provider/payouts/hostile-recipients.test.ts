import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { lyingRecipient } from '../../chain/artifacts/lying-recipient.ts';
import { lyingToken } from '../../chain/artifacts/lying-token.ts';
import { loudRecipient } from '../../chain/artifacts/loud-recipient.ts';
import { priceWatchingRecipient } from '../../chain/artifacts/price-watching-recipient.ts';
import { smartAccount } from '../../chain/artifacts/smart-account.ts';
import { signIn } from '../sign-in.ts';
import { balanceOf, newPerson, type Person } from '../wallet/transfers.ts';
import { becomeContract, contractMember, readTrial, type SeenTrial } from './contract-members.ts';
import { requestPayout, everythingAgrees, listed, ONE, openPayouts, orderOf, type Payouts, pendingPayout, send } from './open-payouts.ts';

const DAY_MS = 86_400_000;
const OPERATOR = roleAccount('operator');

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts();
});
afterEach(async () => {
  await payouts.finish();
  await everythingAgrees(payouts);
});
afterAll(() => payouts.stop());

const ju = (amount: string) => ({ walletType: 'JU', amount }) as const;
const fees = (): Promise<bigint> => accountBalance(payouts.database, pooledAccount('FEES'), 'JU');
const gasMoney = (): Promise<bigint> => payouts.held('JU', OPERATOR.address);

async function dailyLeft({ token }: Person): Promise<string | null> {
  return (await payouts.provider.call('walletTransferTerms', { token, query: { walletType: 'JU', destination: 'CHAIN' } })).dailyLeft;
}

/** A payout's outcome as its member sees it, newest first. */
async function storyOf(person: Person) {
  const lines = (await listed(payouts, person)).filter(({ kind }) => kind === 'PAYOUT');
  return lines.map(({ direction, amount, fee, status }) => ({ direction, amount, fee, status }));
}

const REFUSED_STORY = [
  { direction: 'IN', amount: '10', fee: '0', status: 'POSTED' },
  { direction: 'OUT', amount: '10', fee: '0.1', status: 'VOIDED' },
];

describe('a recipient’s contract', () => {
  it('that accepts only free calls is detected by a trial at the real price, before any gas is spent', async () => {
    const eve = await contractMember(payouts, priceWatchingRecipient);
    const [feesBefore, gasBefore] = [await fees(), await gasMoney()];
    await pendingPayout(payouts, eve, ju('10'));
    const trials: SeenTrial[] = [];
    const stop = payouts.rpc.inject((call, next) => {
      const trial = readTrial(call);
      if (trial !== undefined) trials.push(trial);
      return next();
    });
    await payouts.turn();
    stop();
    expect(trials).toHaveLength(1);
    expect(trials[0]?.maxFeePerGas).toBeGreaterThan(0n);
    expect(await storyOf(eve)).toEqual(REFUSED_STORY);
    expect(await balanceOf(payouts.provider, eve, 'JU')).toBe('99.9');
    expect((await fees()) - feesBefore).toBe(ONE / 10n);
    expect(await gasMoney()).toBe(gasBefore);
    // 10 JU at 0.1 dollars.
    expect(await dailyLeft(eve)).toBe('49999');
  });

  it('that changes after the trial and burns all gas pays for it with the fee, and the member learns by which transaction', async () => {
    const eve = await contractMember(payouts, smartAccount);
    const [feesBefore, gasBefore] = [await fees(), await gasMoney()];
    const id = await pendingPayout(payouts, eve, ju('10'));
    await payouts.turn();
    await becomeContract(payouts, eve, priceWatchingRecipient);
    await payouts.mine(4);
    await payouts.turn();
    expect(await storyOf(eve)).toEqual(REFUSED_STORY);
    expect((await fees()) - feesBefore).toBe(ONE / 10n);
    const hash = (await listed(payouts, eve)).find((line) => line.id === id)?.hash ?? '0x';
    const { status, gasUsed, effectiveGasPrice } = await payouts.node.publicClient.getTransactionReceipt({ hash });
    expect(status).toBe('reverted');
    expect(gasUsed).toBeLessThan(175_000n);
    expect(gasBefore - (await gasMoney())).toBe(gasUsed * effectiveGasPrice);
    expect(gasUsed * effectiveGasPrice).toBeLessThan(ONE / 10n);
    expect(await orderOf(payouts, id)).toMatchObject({ status: 'VOIDED', isRefused: true });
    expect(await dailyLeft(eve)).toBe('49999');
  });

  it.each([
    ['reverts with the vault’s own error', lyingRecipient],
    ['answers with all the data it can', loudRecipient],
  ])('that %s is refused, and the vault isn’t reported as empty', async (_, contract) => {
    const eve = await contractMember(payouts, contract);
    payouts.logged.length = 0;
    const id = await pendingPayout(payouts, eve, ju('10'));
    await payouts.turn();
    expect(await storyOf(eve)).toEqual(REFUSED_STORY);
    expect(await orderOf(payouts, id)).toMatchObject({ heldBecause: 'RecipientRefused', isRefused: true });
    expect(payouts.logged.join('')).not.toContain('VaultLow');
  });

  it('that made three payouts of a day fail gets no more that day', async () => {
    const eve = await contractMember(payouts, lyingRecipient);
    for (const left of ['49999', '49998', '0']) {
      await pendingPayout(payouts, eve, ju('10'));
      await payouts.finish();
      expect(await dailyLeft(eve)).toBe(left);
    }
    expect(await requestPayout(payouts, eve, ju('10'))).toMatchObject({ status: 422, code: 'PAYOUT_LIMIT', detail: { dailyLeft: '0' } });
    expect(await balanceOf(payouts.provider, eve, 'JU')).toBe('99.7');
    payouts.provider.time.now = new Date(Math.ceil((payouts.provider.time.now.getTime() + 1) / DAY_MS) * DAY_MS);
    // Its wallet signs in as an ordinary account.
    await payouts.node.testClient.setCode({ address: eve.wallet.address, bytecode: '0x' });
    const again = { ...eve, token: (await signIn(payouts.provider, eve.wallet)).token };
    await pendingPayout(payouts, again, ju('10'));
    await payouts.finish();
    expect(await payouts.held('JU', eve.wallet.address)).toBe(10n * ONE);
  });
});

describe('a payout that fails through no fault of its recipient', () => {
  it('because payouts were paused before it was mined is returned completely, and doesn’t count', async () => {
    const ada = await contractMember(payouts, smartAccount);
    const feesBefore = await fees();
    await pendingPayout(payouts, ada, ju('10'));
    // With a higher fee, so that the block takes it first.
    const as = payouts.node.as(roleAccount('deployer'));
    await as.writeContract({
      ...contracts.vault,
      functionName: 'pause',
      maxFeePerGas: 500n * 10n ** 9n,
      maxPriorityFeePerGas: 400n * 10n ** 9n,
    });
    await payouts.turn();
    await payouts.mine(4);
    await payouts.turn();
    await send(payouts.node, () => as.writeContract({ ...contracts.vault, functionName: 'unpause' }));
    const [refund, payout] = await storyOf(ada);
    expect([refund, payout]).toMatchObject([{ amount: '10.1' }, { status: 'VOIDED' }]);
    expect(await fees()).toBe(feesBefore);
    expect(await dailyLeft(ada)).toBe('50000');
  });

  it('because its token doesn’t transfer, whatever the token says about the vault, is returned completely', async () => {
    const ada = await newPerson(payouts.provider);
    await payouts.deposit(ada, 'USDT', '100');
    await payouts.mine(3);
    const id = await pendingPayout(payouts, ada, { amount: '10' });
    const { address } = contracts.usdt;
    const [code = '0x', lying] = [
      await payouts.node.publicClient.getCode({ address }),
      await payouts.node.publicClient.call({ data: lyingToken.bytecode }),
    ];
    await payouts.node.testClient.setCode({ address, bytecode: lying.data ?? '0x' });
    await payouts.mine(1);
    await payouts.turn();
    await payouts.node.testClient.setCode({ address, bytecode: code });
    expect(await orderOf(payouts, id)).toMatchObject({ status: 'VOIDED', heldBecause: 'TokenRefused', isRefused: false });
    expect(await balanceOf(payouts.provider, ada)).toBe('100');
  });

  it('never becomes a refused one afterwards, nor vice versa', async () => {
    const { rows } = await payouts.provider.pool.query<{ id: string }>(
      `select id from chain_order where status = 'VOIDED' and is_refused limit 1`,
    );
    const change = `update chain_order set is_refused = false where id = $1`;
    await expect(payouts.provider.pool.query(change, [rows[0]?.id])).rejects.toMatchObject({ constraint: 'chain_order_kept' });
  });
});
