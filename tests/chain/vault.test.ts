import fc from 'fast-check';
import {
  type Address,
  BaseError,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseEther,
  parseEventLogs,
  parseUnits,
  RpcRequestError,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { greedyOperator } from './artifacts/greedy-operator.ts';
import { elaborateAccount } from './artifacts/elaborate-account.ts';
import { loudRecipient } from './artifacts/loud-recipient.ts';
import { lyingRecipient } from './artifacts/lying-recipient.ts';
import { lyingToken } from './artifacts/lying-token.ts';
import { priceWatchingRecipient } from './artifacts/price-watching-recipient.ts';
import { refusingRecipient } from './artifacts/refusing-recipient.ts';
import { refusingToken } from './artifacts/refusing-token.ts';
import { silentToken } from './artifacts/silent-token.ts';
import { smartAccount } from './artifacts/smart-account.ts';
import { balanceOf, contracts, mined } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';
import { receiptOf } from '../support/receipt-of.ts';

const { vault, juf, usdt } = contracts;
const owner = roleAccount('deployer');
const operator = roleAccount('operator');
const member = developmentAccount(1).address;
const stranger = developmentAccount(2);
const NATIVE = zeroAddress;
/** Maximum gas of a JU payout, whatever its recipient does: see docs/economy.md. */
const MOST_BURNED = 175_000n;
const ID = pad('0x01', { size: 32 });
let node: TestNode;
let snapshot: Hex;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  for (const { address } of [operator, owner]) await node.testClient.setBalance({ address, value: parseEther('1000') });
  await mined(node, node.as(0).sendTransaction({ to: vault.address, value: parseEther('100') }));
  await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [vault.address, parseEther('100')] }));
  await mined(node, node.as(0).writeContract({ ...usdt, functionName: 'transfer', args: [vault.address, parseUnits('100', 6)] }));
});
afterAll(() => node.kill());
beforeEach(async () => {
  snapshot = await node.testClient.snapshot();
});
afterEach(() => node.testClient.revert({ id: snapshot }));

function payout(args: readonly [id: Hex, token: Address, to: Address, amount: bigint], account = operator) {
  return node.publicClient.simulateContract({ ...vault, functionName: 'payout', args, account });
}

async function pay(...args: readonly [id: Hex, token: Address, to: Address, amount: bigint]) {
  return mined(node, node.as(operator).writeContract({ ...vault, functionName: 'payout', args }));
}

async function revertDataOf(args: readonly [id: Hex, token: Address, to: Address, amount: bigint], gas = 1_000_000n): Promise<unknown> {
  const data = encodeFunctionData({ ...vault, functionName: 'payout', args });
  const said = await node.publicClient.call({ to: vault.address, data, account: operator, gas }).then(
    () => null,
    (error: unknown) => error,
  );
  const revert = said instanceof BaseError ? said.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(revert instanceof RpcRequestError)) throw new Error('nothing reverted');
  return revert.data;
}

const ownError = {
  gasTooLow: encodeErrorResult({ abi: vault.abi, errorName: 'GasTooLow' }),
  recipientRefused: (to: Address) => encodeErrorResult({ abi: vault.abi, errorName: 'RecipientRefused', args: [to] }),
  tokenRefused: (token: Address, to: Address) => encodeErrorResult({ abi: vault.abi, errorName: 'TokenRefused', args: [token, to] }),
};

const native = (address: Address) => node.publicClient.getBalance({ address });

describe('deposits', () => {
  test('of JU are logged with their sender, also when sent from within a contract', async () => {
    const wallet = await node.create(smartAccount);
    await mined(node, node.as(0).sendTransaction({ to: wallet, value: 5n }));
    const call = { address: wallet, abi: smartAccount.abi, functionName: 'send', args: [vault.address, 3n] } as const;
    const { logs } = await mined(node, node.as(2).writeContract(call));
    const [received] = parseEventLogs({ abi: vault.abi, eventName: 'Received', logs });
    expect(received?.args).toEqual({ from: getAddress(wallet), amount: 3n });
  });

  test('arrive while payouts are paused', async () => {
    await mined(node, node.as(owner).writeContract({ ...vault, functionName: 'pause' }));
    await mined(node, node.as(0).sendTransaction({ to: vault.address, value: 3n }));
    expect(await native(vault.address)).toBe(parseEther('100') + 3n);
  });
});

describe('a payout', () => {
  test.each([
    ['JU', NATIVE, native],
    ['JUF', juf.address, (holder: Address) => balanceOf(node, juf.address, holder)],
    ['USDT', usdt.address, (holder: Address) => balanceOf(node, usdt.address, holder)],
  ] as const)('pays %s exactly, logs it, and never twice', async (_, token, balance) => {
    const before = await balance(member);
    const { logs } = await pay(ID, token, member, 7n);
    expect((await balance(member)) - before).toBe(7n);
    const [paid] = parseEventLogs({ abi: vault.abi, eventName: 'Paid', logs });
    expect(paid?.args).toEqual({ id: ID, token, to: member, amount: 7n });
    expect(await node.publicClient.readContract({ ...vault, functionName: 'paid', args: [ID] })).toBe(true);
    await expect(payout([ID, token, member, 7n])).rejects.toThrow('AlreadyPaid');
    await expect(payout([ID, NATIVE, developmentAccount(3).address, 1n])).rejects.toThrow('AlreadyPaid');
  });

  test.each([
    ['from anybody but the operator', [ID, NATIVE, member, 1n], 'NotOperator', stranger],
    ['from the owner', [ID, NATIVE, member, 1n], 'NotOperator', owner],
    ['without an id', [zeroHash, NATIVE, member, 1n], 'InvalidId', operator],
    ['of nothing', [ID, NATIVE, member, 0n], 'InvalidAmount', operator],
    ['to nobody', [ID, NATIVE, zeroAddress, 1n], 'InvalidRecipient', operator],
    ['to the vault itself', [ID, juf.address, vault.address, 1n], 'InvalidRecipient', operator],
    ['of a token that is none', [ID, member, member, 1n], 'InvalidToken', operator],
    ['of more JU than it holds', [ID, NATIVE, member, parseEther('101')], 'VaultLow', operator],
    ['of more JUF than it holds', [ID, juf.address, member, parseEther('101')], 'VaultLow', operator],
  ] as const)('is refused %s', async (_, args, reason, account) => {
    await expect(payout(args, account)).rejects.toThrow(reason);
  });

  test('leaves its id free if it fails', async () => {
    const refusing = await node.create(refusingRecipient);
    const args = [ID, NATIVE, refusing, 1n] as const;
    await expect(payout(args)).rejects.toThrow();
    const hash = await node.as(operator).writeContract({ ...vault, functionName: 'payout', args, gas: 200_000n });
    expect((await receiptOf(node.publicClient, hash)).status).toBe('reverted');
    await pay(ID, NATIVE, member, 1n);
  });

  test('in a token that returns false fails; in one that returns nothing it succeeds', async () => {
    const refusing = await node.create(refusingToken);
    await expect(payout([ID, refusing, member, 1n])).rejects.toThrow('TokenRefused');
    const silent = await node.create(silentToken, [vault.address, 10n]);
    await pay(ID, silent, member, 4n);
    expect(await balanceOf(node, silent, member)).toBe(4n);
  });

  test.each([
    ['a recipient that refuses', refusingRecipient],
    ['a recipient that claims the vault is empty', lyingRecipient],
    ['a recipient that answers with all the data it can', loudRecipient],
  ])('of JU to %s fails with the vault’s own error and nothing of the recipient’s', async (_, contract) => {
    const recipient = await node.create(contract);
    expect(await revertDataOf([ID, NATIVE, recipient, 1n])).toBe(ownError.recipientRefused(recipient));
  });

  test('in a token that claims the vault is empty fails with the vault’s own error and nothing of the token’s', async () => {
    const token = await node.create(lyingToken);
    expect(await revertDataOf([ID, token, member, 1n])).toBe(ownError.tokenRefused(token, member));
  });

  test('of JU leaves an elaborate account 100,000 gas, and a greedy one no more', async () => {
    const elaborate = await node.create(elaborateAccount, [98_000n]);
    const { gasUsed } = await pay(ID, NATIVE, elaborate, 3n);
    expect(await native(elaborate)).toBe(3n);
    expect(gasUsed).toBeGreaterThan(150_000n);
    const greedy = await node.create(priceWatchingRecipient);
    const args = [pad('0x02', { size: 32 }), NATIVE, greedy, 1n] as const;
    const hash = await node.as(operator).writeContract({ ...vault, functionName: 'payout', args, gas: 5_000_000n });
    const receipt = await receiptOf(node.publicClient, hash);
    expect(receipt.status).toBe('reverted');
    expect(receipt.gasUsed).toBeLessThan(MOST_BURNED);
  });

  test('of JU with too little gas for the recipient’s share fails as the sender’s fault, not the recipient’s', async () => {
    const wallet = await node.create(smartAccount);
    for (const gas of [120_000n, 150_000n, 170_000n])
      await expect(revertDataOf([ID, NATIVE, wallet, 1n], gas)).resolves.toBe(ownError.gasTooLow);
    await expect(revertDataOf([ID, NATIVE, wallet, 1n], 250_000n)).rejects.toThrow('nothing reverted');
  });

  test('can’t be requested again from within itself', async () => {
    const greedy = await node.create(greedyOperator, [vault.address]);
    await mined(node, node.as(owner).writeContract({ ...vault, functionName: 'changeOperator', args: [greedy] }));
    await mined(node, node.as(2).writeContract({ address: greedy, abi: greedyOperator.abi, functionName: 'ask', args: [9n] }));
    expect(await native(greedy)).toBe(9n);
    expect(await node.publicClient.readContract({ address: greedy, abi: greedyOperator.abi, functionName: 'sameRefused' })).toBe(true);
  });
});

describe('permissions', () => {
  test('owner and operator can pause, only the owner can resume', async () => {
    const as = (account: typeof owner, functionName: 'pause' | 'unpause') =>
      node.publicClient.simulateContract({ ...vault, functionName, account });
    await expect(as(stranger, 'pause')).rejects.toThrow('NotOwnerOrOperator');
    await mined(node, node.as(operator).writeContract({ ...vault, functionName: 'pause' }));
    await expect(payout([ID, NATIVE, member, 1n])).rejects.toThrow('EnforcedPause');
    await expect(as(operator, 'unpause')).rejects.toThrow('OwnableUnauthorizedAccount');
    await mined(node, node.as(owner).writeContract({ ...vault, functionName: 'unpause' }));
    await pay(ID, NATIVE, member, 1n);
  });

  test('the owner changes only when the new one accepts, and is never the zero address', async () => {
    await mined(node, node.as(owner).writeContract({ ...vault, functionName: 'transferOwnership', args: [stranger.address] }));
    expect(await node.publicClient.readContract({ ...vault, functionName: 'owner' })).toBe(owner.address);
    await mined(node, node.as(stranger).writeContract({ ...vault, functionName: 'acceptOwnership' }));
    expect(await node.publicClient.readContract({ ...vault, functionName: 'owner' })).toBe(stranger.address);
    const renounce = { ...vault, functionName: 'renounceOwnership', account: stranger.address } as const;
    await expect(node.publicClient.readContract(renounce)).rejects.toThrow('OwnershipCannotBeRenounced');
  });

  test('the owner appoints the operator, and the old one can’t pay any more', async () => {
    const change = { ...vault, functionName: 'changeOperator', args: [stranger.address] } as const;
    await expect(node.publicClient.simulateContract({ ...change, account: operator })).rejects.toThrow('OwnableUnauthorizedAccount');
    const { logs } = await mined(node, node.as(owner).writeContract(change));
    const [changed] = parseEventLogs({ abi: vault.abi, eventName: 'OperatorChanged', logs });
    expect(changed?.args).toEqual({ previousOperator: operator.address, newOperator: stranger.address });
    await expect(payout([ID, NATIVE, member, 1n])).rejects.toThrow('NotOperator');
    await expect(payout([ID, NATIVE, member, 1n], stranger)).resolves.toBeDefined();
  });
});

describe('for any deposits and payouts', () => {
  test('the vault holds all deposits minus each id’s first payout', async () => {
    const step = fc.record({
      kind: fc.constantFrom('DEPOSIT', 'PAYOUT', 'PAYOUT', 'PAYOUT'),
      id: fc.integer({ min: 1, max: 12 }),
      token: fc.constantFrom('JU', 'JUF', 'USDT'),
      amount: fc.bigInt(1n, parseUnits('60', 6)),
    });
    const addresses: Record<string, Address> = { JU: NATIVE, JUF: juf.address, USDT: usdt.address };
    const held = async (token: string) =>
      token === 'JU' ? native(vault.address) : balanceOf(node, addresses[token] ?? NATIVE, vault.address);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 25 }), async (steps) => {
        const id = await node.testClient.snapshot();
        const expected = new Map<string, bigint>();
        for (const token of ['JU', 'JUF', 'USDT']) expected.set(token, await held(token));
        const used = new Set<number>();
        for (const { kind, id: number, token, amount } of steps) {
          const before = expected.get(token) ?? 0n;
          const address = addresses[token] ?? NATIVE;
          if (kind === 'DEPOSIT') {
            const wallet = node.as(0);
            await mined(
              node,
              token === 'JU'
                ? wallet.sendTransaction({ to: vault.address, value: amount })
                : wallet.writeContract({ address, abi: juf.abi, functionName: 'transfer', args: [vault.address, amount] }),
            );
            expected.set(token, before + amount);
            continue;
          }
          const args = [keccak256(stringToHex(String(number))), address, member, amount] as const;
          const hash = await node.as(operator).writeContract({ ...vault, functionName: 'payout', args, gas: 200_000n });
          const { status } = await receiptOf(node.publicClient, hash);
          const isDue = !used.has(number) && amount <= before;
          expect(status).toBe(isDue ? 'success' : 'reverted');
          if (isDue) {
            used.add(number);
            expected.set(token, before - amount);
          }
        }
        for (const [token, amount] of expected) expect(await held(token)).toBe(amount);
        await node.testClient.revert({ id });
      }),
      { numRuns: 6 },
    );
  });
});
