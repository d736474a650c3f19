import { sql } from 'drizzle-orm';
import type { Address, Hex } from 'viem';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { createChainClient, createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { newestFinal } from '../finality.ts';
import type { Queryable } from '../db/database.ts';
import type { Vault } from '../vault.ts';

export interface DeedSource {
  rpcUrl: RpcSource;
  chainId: number;
  vault: Vault;
  timeoutMs?: number | undefined;
}

/** A payment by the vault, from its log. */
export interface Deed {
  contractId: Hex;
  token: Address;
  recipient: Address;
  amount: bigint;
  blockNumber: bigint;
  txHash: Hex;
}

export interface Findings {
  /** `null` if no block can be compared yet. */
  scannedTo: bigint | null;
  unknown: Deed[];
}

const TIMEOUT_MS = 10_000;

/** Compares the vault's payments, in all confirmed blocks not compared before, with this database's orders. Writes nothing. */
export async function findUnknownDeeds(database: Queryable, source: DeedSource): Promise<Findings> {
  const { rpcUrl, chainId, vault, timeoutMs = TIMEOUT_MS } = source;
  const { ask } = createChainClient({ rpcUrl, chainId, timeoutMs, retryCount: 1 });
  const last = newestFinal(await ask((client) => client.getBlockNumber()));
  const scanned = await readScanned(database, chainId, vault);
  const first = scanned === null || scanned + 1n < vault.fromBlock ? vault.fromBlock : scanned + 1n;
  const range = createLogRange();
  const unknown: Deed[] = [];
  for (let from = first; from <= last;) {
    const fromBlock = from;
    const { blocks, answer } = await range.read(last - from + 1n, (most) =>
      ask((client) =>
        client.getContractEvents({
          address: vault.address,
          abi: vaultAbi,
          eventName: 'Paid',
          fromBlock,
          toBlock: fromBlock + most - 1n,
          strict: true,
        }),
      ),
    );
    const deeds = answer.map(({ args, blockNumber, transactionHash }) => ({
      contractId: args.id,
      token: args.token,
      recipient: args.to,
      amount: args.amount,
      blockNumber,
      txHash: transactionHash,
    }));
    unknown.push(...(await withoutOrdered(database, deeds)));
    from += blocks;
  }
  return { scannedTo: last < first ? scanned : last, unknown };
}

export async function readScanned(database: Queryable, chainId: number, { address }: Vault): Promise<bigint | null> {
  const { rows } = await database.execute<{ scanned: string }>(
    sql`select scanned_number::text as scanned from deed_scan where chain_id = ${chainId} and lower(vault) = ${address.toLowerCase()}`,
  );
  return rows[0] === undefined ? null : BigInt(rows[0].scanned);
}

/** Orders are stored before they are signed, so one that was executed and isn't here was lost in a restore. */
async function withoutOrdered(database: Queryable, deeds: readonly Deed[]): Promise<Deed[]> {
  if (deeds.length === 0) return [];
  const ids = deeds.map(({ contractId }) => contractId.slice(2));
  const { rows } = await database.execute<{ id: string }>(sql`
    select encode(contract_id, 'hex') as id from chain_order where encode(contract_id, 'hex') in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`);
  const ordered = new Set(rows.map(({ id }) => id));
  return deeds.filter(({ contractId }) => !ordered.has(contractId.slice(2)));
}
