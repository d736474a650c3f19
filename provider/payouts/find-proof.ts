import type { Address, Hex, PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { ChainClient, LogRange } from '../chain-client.ts';
import type { Vault } from '../vault.ts';
import type { ChainOrder } from './schema.ts';

/** The event a contract emitted when it executed an order. */
export interface Proof {
  hash: Hex;
  blockNumber: bigint;
  to: Address;
  amount: bigint;
}

/** Searches backwards from the newest block; `null` if the node has no such log. */
export async function findProof(
  { ask, logRange }: Pick<ChainClient, 'ask'> & { logRange: LogRange },
  vault: Vault,
  order: Pick<ChainOrder, 'kind' | 'contractId'>,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<Proof | null> {
  for (let last = toBlock; last >= fromBlock;) {
    const newest = last;
    const { blocks, answer: log } = await logRange.read(newest - fromBlock + 1n, (most) =>
      ask((client) => findLog(client, vault, order, { fromBlock: newest - most + 1n, toBlock: newest })),
    );
    last -= blocks;
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
