import type { Address, Hex, PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { Vault } from '../vault.ts';
import type { ChainOrder } from './schema.ts';

/** The event a contract emitted when it executed an order. */
export interface Proof {
  hash: Hex;
  blockNumber: bigint;
  to: Address;
  amount: bigint;
}

/** The block range for which public nodes return logs in one query. */
const RANGE = 2_000n;

/** Searches backwards from the newest block; `null` if the node has no such log. */
export async function findProof(
  client: PublicClient,
  vault: Vault,
  order: Pick<ChainOrder, 'kind' | 'contractId'>,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<Proof | null> {
  for (let last = toBlock; last >= fromBlock; last -= RANGE) {
    const first = last - RANGE + 1n;
    const log = await findLog(client, vault, order, { fromBlock: first < fromBlock ? fromBlock : first, toBlock: last });
    if (log !== undefined) return { hash: log.transactionHash, blockNumber: log.blockNumber, to: log.args.to, amount: log.args.amount };
  }
  return null;
}

async function findLog(
  client: PublicClient,
  { address, tokens }: Vault,
  { kind, contractId }: Pick<ChainOrder, 'kind' | 'contractId'>,
  blocks: { fromBlock: bigint; toBlock: bigint },
) {
  const filter = { args: { id: contractId }, ...blocks, strict: true } as const;
  const logs =
    kind === 'MINT'
      ? await client.getContractEvents({ address: tokens.juf, abi: jufAbi, eventName: 'Minted', ...filter })
      : await client.getContractEvents({ address, abi: vaultAbi, eventName: 'Paid', ...filter });
  return logs[0];
}
