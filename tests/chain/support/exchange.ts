import { type Address, maxUint256, type TransactionReceipt } from 'viem';

import { pairAbi } from '../../../src/lib/chain/abis/pair.ts';
import { factoryAbi } from '../../../src/lib/chain/abis/factory.ts';
import { jufAbi } from '../../../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../../../src/lib/chain/abis/router.ts';
import { vaultAbi } from '../../../src/lib/chain/abis/vault.ts';
import { wjuAbi } from '../../../src/lib/chain/abis/wju.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import type { TestNode } from './test-node.ts';
import { receiptOf } from '../../support/receipt-of.ts';

const { juf, usdt, wju, factory, router, vault, pairs } = developmentAddresses;

/** The deployed contracts as pairs of address and ABI, to spread into viem's calls. USDT has everything JUF has here except the cap. */
export const contracts = {
  juf: { address: juf, abi: jufAbi },
  usdt: { address: usdt, abi: jufAbi },
  wju: { address: wju, abi: wjuAbi },
  factory: { address: factory, abi: factoryAbi },
  router: { address: router, abi: routerAbi },
  vault: { address: vault, abi: vaultAbi },
  jufUsdt: { address: pairs.jufUsdt, abi: pairAbi },
  wjuUsdt: { address: pairs.wjuUsdt, abi: pairAbi },
  jufWju: { address: pairs.jufWju, abi: pairAbi },
} as const;

export const FOREVER = maxUint256;

export async function mined(node: TestNode, hash: Promise<`0x${string}`>): Promise<TransactionReceipt> {
  const receipt = await receiptOf(node.publicClient, await hash);
  if (receipt.status !== 'success') throw new Error(`Transaction ${receipt.transactionHash} failed`);
  return receipt;
}

export async function approveRouter(node: TestNode, account: number, ...tokens: Address[]): Promise<void> {
  for (const address of tokens) {
    await mined(node, node.as(account).writeContract({ address, abi: jufAbi, functionName: 'approve', args: [router, maxUint256] }));
  }
}

export async function balanceOf(node: TestNode, token: Address, holder: Address): Promise<bigint> {
  return node.publicClient.readContract({ address: token, abi: jufAbi, functionName: 'balanceOf', args: [holder] });
}

/** Reserves by token, regardless of the pair's order. */
export async function reservesOf(
  node: TestNode,
  pair: Address,
  token: Address,
): Promise<{ own: bigint; other: bigint; changedAt: number }> {
  const read = { address: pair, abi: pairAbi } as const;
  const [[reserve0, reserve1, changedAt], token0] = await Promise.all([
    node.publicClient.readContract({ ...read, functionName: 'getReserves' }),
    node.publicClient.readContract({ ...read, functionName: 'token0' }),
  ]);
  const isFirst = token0.toLowerCase() === token.toLowerCase();
  return { own: isFirst ? reserve0 : reserve1, other: isFirst ? reserve1 : reserve0, changedAt };
}
