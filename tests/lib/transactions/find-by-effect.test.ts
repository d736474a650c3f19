import { encodeFunctionData, erc20Abi, keccak256, parseEther, stringToHex, type Address, type Client, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { routerAbi } from '../../../src/lib/chain/abis/router.ts';
import { wjuAbi } from '../../../src/lib/chain/abis/wju.ts';
import { lookAtTransaction, readTransaction } from '../../../src/lib/transactions/look-at-transaction.ts';
import type { TrackedTransaction, TransactionPurpose } from '../../../src/lib/transactions/tracked-transaction.ts';
import { actor } from '../../chain/artifacts/actor.ts';
import { contracts, FOREVER, mined } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { nodeClient } from '../swap/node-wallet.ts';

const { usdt, wju, router, vault } = contracts;
const SIGNER = 1;
const DEPOSIT = { kind: 'DEPOSIT', walletType: 'USDT', amount: 5n * 10n ** 18n } as const;
const trade = { decimalsIn: 6, decimalsOut: 18, exact: 'EXACT_IN', amountOut: '0', limit: '0' } as const;

interface Call {
  to: Address;
  value?: bigint;
  data?: Hex;
}

let node: TestNode;
let client: Client;
/** A wallet that is a contract: what it does has the hash of a transaction of somebody who executes it. */
let multisig: Address;
let start: Hex;
let proposals = 0;
beforeAll(async () => {
  node = await startTestNode(['--balance', '100000']);
  await deployContracts(node.url);
  client = nodeClient(node.url);
  multisig = await node.create(actor);
  await mined(node, node.as(SIGNER).sendTransaction({ to: multisig, value: parseEther('100') }));
  await mined(node, node.as(SIGNER).writeContract({ ...wju, functionName: 'deposit', value: parseEther('10') }));
  await mined(node, node.as(SIGNER).writeContract({ ...wju, functionName: 'transfer', args: [multisig, parseEther('10')] }));
  await mined(node, node.as(SIGNER).writeContract({ ...usdt, functionName: 'transfer', args: [multisig, 1_000_000_000n] }));
  start = await node.testClient.snapshot();
});
afterAll(() => node.kill());
beforeEach(async () => {
  await node.testClient.revert({ id: start });
  start = await node.testClient.snapshot();
  await node.testClient.setAutomine(true);
});

describe('what a multisig has executed is found by what it did', () => {
  const transfer = (amount: bigint): Call => ({ to: usdt.address, data: erc20('transfer', vault.address, amount) });
  const approve = (amount: bigint): Call => ({ to: usdt.address, data: erc20('approve', router.address, amount) });
  const swap = (path: Address[], amountIn: bigint): Hex =>
    encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args: [amountIn, 0n, path, multisig, FOREVER] });
  const cases: { name: string; purpose: TransactionPurpose; call: Call; before?: Call; other: Call }[] = [
    { name: 'a deposit of a token', purpose: DEPOSIT, call: transfer(5_000_000n), other: transfer(6_000_000n) },
    {
      name: 'a deposit of JU',
      purpose: { kind: 'DEPOSIT', walletType: 'JU', amount: parseEther('2') },
      call: { to: vault.address, value: parseEther('2') },
      other: { to: vault.address, value: parseEther('3') },
    },
    {
      name: 'an approval',
      purpose: { kind: 'APPROVE', token: 'USDT', decimals: 6, amount: '7' },
      call: approve(7n),
      other: approve(8n),
    },
    {
      name: 'a wrap',
      purpose: { kind: 'WRAP', tokenIn: 'JU', tokenOut: 'WJU', ...trade, amountIn: '4' },
      call: { to: wju.address, value: 4n, data: encodeFunctionData({ abi: wjuAbi, functionName: 'deposit' }) },
      other: { to: wju.address, value: 3n, data: encodeFunctionData({ abi: wjuAbi, functionName: 'deposit' }) },
    },
    {
      name: 'an unwrap',
      purpose: { kind: 'UNWRAP', tokenIn: 'WJU', tokenOut: 'JU', ...trade, amountIn: '4' },
      call: { to: wju.address, data: encodeFunctionData({ abi: wjuAbi, functionName: 'withdraw', args: [4n] }) },
      other: { to: wju.address, data: encodeFunctionData({ abi: wjuAbi, functionName: 'withdraw', args: [3n] }) },
    },
    {
      name: 'a swap of a token',
      purpose: { kind: 'SWAP', tokenIn: 'USDT', tokenOut: 'JUF', ...trade, amountIn: '1000000' },
      before: approve(FOREVER),
      call: { to: router.address, data: '0x' },
      other: transfer(1_000_000n),
    },
    {
      name: 'a swap of JU',
      purpose: { kind: 'SWAP', tokenIn: 'JU', tokenOut: 'USDT', ...trade, amountIn: '1000000000000000' },
      call: { to: router.address, value: 10n ** 15n },
      other: transfer(1_000_000n),
    },
  ];
  test.each(cases)('$name', async ({ purpose, call, before, other }) => {
    const order = purpose.kind === 'SWAP' ? { ...call, data: swapData(purpose.tokenIn, swap) } : call;
    if (before) await execute(before);
    // An equal one from before, and another amount after, are others.
    if (purpose.kind !== 'SWAP') await execute(order);
    const sent = await propose(purpose, order);
    await execute(other);
    expect((await look(sent)).status.kind).toBe('PENDING');
    const hash = await execute(order);
    const found = await look(await look(sent));
    expect(found).toMatchObject({ hash, firstHash: sent.hash, status: { kind: 'CONFIRMED', confirmations: 1 } });
    if (purpose.kind === 'SWAP') expect(found.outcome?.amountIn).toBe(purpose.amountIn);
  });

  test('but not by what another followed transaction did', async () => {
    const sent = await propose(DEPOSIT, transfer(5_000_000n));
    const hash = await execute(transfer(5_000_000n));
    expect((await look(sent, [hash])).hash).toBe(sent.hash);
  });

  test('but not by an older one where the node could not say when it was sent', async () => {
    await execute(transfer(5_000_000n));
    await node.testClient.mine({ blocks: 200 });
    const sent = { ...(await propose(DEPOSIT, transfer(5_000_000n))), sentAtBlock: 0 };
    const waiting = await look(sent);
    expect(waiting.hash).toBe(sent.hash);
    const hash = await execute(transfer(5_000_000n));
    expect(await look(await look(waiting))).toMatchObject({ hash, firstHash: sent.hash, status: { kind: 'CONFIRMED' } });
  });

  test('and by another one where the block of the first was reorganised away', async () => {
    const sent = await propose(DEPOSIT, transfer(5_000_000n));
    const before = await node.testClient.snapshot();
    await execute(transfer(5_000_000n));
    const found = await look(await look(sent));
    expect(found.status.kind).toBe('CONFIRMED');
    await node.testClient.revert({ id: before });
    await node.testClient.mine({ blocks: 2 });
    expect((await look(found)).status).toMatchObject({ kind: 'PENDING', wasMined: true });
    const hash = await execute(transfer(5_000_000n), 2);
    expect(await look(await look(found))).toMatchObject({ hash, firstHash: sent.hash, status: { kind: 'CONFIRMED' } });
  });
});

test('a deposit sped up before any node knew the first is found', async () => {
  const owner = developmentAccount(SIGNER).address;
  const call = { to: usdt.address, data: erc20('transfer', vault.address, 5_000_000n) };
  const sent = { ...(await propose(DEPOSIT, call)), owner };
  const hash = await node.as(SIGNER).sendTransaction(call);
  expect(await look(await look(sent))).toMatchObject({ hash, firstHash: sent.hash, status: { kind: 'CONFIRMED' } });
});

test('is found long after it was proposed, by searches that any node answers', async () => {
  const call = { to: usdt.address, data: erc20('transfer', vault.address, 5_000_000n) };
  let seen = await propose(DEPOSIT, call);
  for (let part = 0; part < 4; part += 1) await node.testClient.mine({ blocks: 300 });
  const hash = await execute(call);
  for (let minute = 0; minute < 4; minute += 1) {
    seen = await look(seen, [], minute * 60_000);
    if (minute === 0) expect(seen.status.kind).toBe('PENDING');
  }
  expect(seen).toMatchObject({ hash, status: { kind: 'CONFIRMED' } });
});

function erc20(functionName: 'transfer' | 'approve', to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] });
}

function swapData(tokenIn: string, swapTokens: (path: Address[], amountIn: bigint) => Hex): Hex {
  if (tokenIn !== 'JU') return swapTokens([usdt.address, contracts.juf.address], 1_000_000n);
  const args = [0n, [wju.address, usdt.address], multisig, FOREVER] as const;
  return encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args });
}

/** What the wallet named isn't a hash of the chain: a proposal's. */
async function propose(purpose: TransactionPurpose, { to, value = 0n, data = '0x' }: Call): Promise<TrackedTransaction> {
  proposals += 1;
  return {
    hash: keccak256(stringToHex(`proposal ${proposals}`)),
    owner: multisig,
    to,
    data,
    value: String(value),
    nonce: null,
    sentAtMs: 0,
    sentAtBlock: Number(await node.publicClient.getBlockNumber()),
    purpose,
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
}

async function execute({ to, value = 0n, data = '0x' }: Call, by = SIGNER): Promise<Hex> {
  // It takes whatever comes of the call, so an estimate would be too low for it.
  const act = { address: multisig, abi: actor.abi, functionName: 'act', args: [to, value, data], gas: 1_000_000n } as const;
  return (await mined(node, node.as(by).writeContract(act))).transactionHash;
}

async function look(one: TrackedTransaction, taken: readonly Hex[] = [], nowMs = 0): Promise<TrackedTransaction> {
  const options = {
    client,
    nowMs,
    leastHead: 0,
    isTaken: (hash: Hex) => taken.includes(hash),
    explainRevert: () => Promise.resolve('OTHER' as const),
  };
  return lookAtTransaction(one, await readTransaction(client, one), options);
}
