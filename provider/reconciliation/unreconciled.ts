import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Address, type Hex, sha256, toBytes, zeroAddress } from 'viem';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { ChainUnavailable, createChainClient, createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { newestFinal } from '../finality.ts';
import type { Token } from '../ledger/account.ts';
import { BURN_ADDRESS } from '../payouts/mint-and-burn.ts';
import type { Vault } from '../vault.ts';

interface ReconciliationWatch {
  /** Whether the vault has paid nothing unknown to this database, or the operator has settled it. */
  isReconciled: () => Promise<boolean>;
}

const CHECK_EVERY_MS = 5_000;

/**
 * Holds back payouts after a restore, without writing, which the payout process may not. Compares once itself, and again whenever the database has gone
 * back behind what it had compared; in between it relies on the job's findings.
 */
export function watchReconciliation(
  options: ReconciliationSource & { database: Database; log: Logger; checkEveryMs?: number },
): ReconciliationWatch {
  const { database, vault, log, checkEveryMs = CHECK_EVERY_MS } = options;
  /** How far the job had compared when this process did; `null` if this process hasn't, or has found something. */
  let comparedAt: bigint | null = null;
  let checkedAtMs = -Infinity;
  let wasSettled = true;

  async function compare(): Promise<void> {
    checkedAtMs = performance.now();
    try {
      const scanned = await readScanned(database, vault);
      const { unknown } = await findUnreconciled(database, options);
      // Payments that only this process has seen must be found again until they are recorded.
      if (unknown.length === 0) comparedAt = scanned ?? -1n;
      else logUnsettled(unknown.length);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }

  function logUnsettled(count: number): void {
    if (wasSettled)
      log.fatal({ payments: count }, 'the vault has paid what this database does not know: nothing is paid until `adjust` has settled it');
    wasSettled = false;
  }

  return {
    isReconciled: async () => {
      const scanned = (await readScanned(database, vault)) ?? -1n;
      if (comparedAt !== null && scanned < comparedAt) comparedAt = null;
      if (comparedAt === null && performance.now() - checkedAtMs >= checkEveryMs) await compare();
      if (comparedAt === null) return false;
      const { rows } = await database.execute<{ open: string }>(
        sql`select count(*)::text as open from unknown_deed where settled_at is null`,
      );
      const open = Number(rows[0]?.open ?? 0);
      if (open > 0) logUnsettled(open);
      else wasSettled = true;
      return open === 0;
    },
  };
}

/** More batches than there could be between two backups. */
const MOST_BURNS_LOST = 10_000;

/** Records the vault's payments that this database never ordered, and how far they were compared. Returns how many were new. */
export async function recordUnreconciled(database: Database, source: ReconciliationSource, now: Date): Promise<number> {
  const { scannedTo, unknown } = await findUnreconciled(database, source);
  if (scannedTo === null) return 0;
  return inTransaction(database, async (tx) => {
    for (const payment of unknown) await write(tx, source.vault, payment, now);
    await tx.execute(sql`
      insert into deed_scan (chain_id, vault, scanned_number) values (${productChain.id}, ${source.vault.address}, ${scannedTo.toString()})
      on conflict (chain_id, vault) do update set scanned_number = greatest(deed_scan.scanned_number, excluded.scanned_number)`);
    return unknown.length;
  });
}

async function write(tx: Transaction, vault: Vault, payment: Payment, now: Date): Promise<void> {
  const { contractId, token, recipient, amount, blockNumber, txHash } = payment;
  const burn = recipient === BURN_ADDRESS ? await findBurnNumber(tx, contractId) : null;
  await tx.execute(sql`
    insert into unknown_deed (contract_id, burn_number, token, token_address, recipient, amount, block_number, tx_hash, found_at)
    values (decode(${contractId.slice(2)}, 'hex'), ${burn}, ${tokenAt(token, vault)}, ${token}, ${recipient}, ${amount.toString()},
            ${blockNumber.toString()}, decode(${txHash.slice(2)}, 'hex'), ${now.toISOString()})
    on conflict (contract_id) do nothing`);
}

function tokenAt(address: Address, { tokens }: Vault): Token | null {
  const known: readonly (readonly [Token, Address])[] = [
    ['JU', zeroAddress],
    ['JUF', tokens.juf],
    ['USDT', tokens.usdt],
  ];
  return known.find(([, each]) => each.toLowerCase() === address.toLowerCase())?.[0] ?? null;
}

/** Batches are numbered consecutively, so the lost ones follow the known ones. */
async function findBurnNumber(tx: Transaction, contractId: Hex): Promise<number | null> {
  const { rows } = await tx.execute<{ known: string }>(sql`select count(*)::text as known from chain_order where kind = 'BURN'`);
  const known = Number(rows[0]?.known ?? 0);
  for (let number = known + 1; number <= known + MOST_BURNS_LOST; number += 1) {
    if (sha256(toBytes(`jufi:burn:${number}`)) === contractId) return number;
  }
  return null;
}

export interface ReconciliationSource {
  rpcUrl: RpcSource;
  vault: Vault;
  timeoutMs?: number | undefined;
}

/** A payment by the vault, from its log. */
interface Payment {
  contractId: Hex;
  token: Address;
  recipient: Address;
  amount: bigint;
  blockNumber: bigint;
  txHash: Hex;
}

interface Findings {
  /** `null` if no block can be compared yet. */
  scannedTo: bigint | null;
  unknown: Payment[];
}

const TIMEOUT_MS = 10_000;

/** Compares the vault's payments, in all confirmed blocks not compared before, with this database's orders. Writes nothing. */
async function findUnreconciled(database: Queryable, source: ReconciliationSource): Promise<Findings> {
  const { rpcUrl, vault, timeoutMs = TIMEOUT_MS } = source;
  const { ask } = createChainClient({ rpcUrl, timeoutMs, retryCount: 1 });
  const last = newestFinal(await ask((client) => client.getBlockNumber()));
  const scanned = await readScanned(database, vault);
  const first = scanned === null || scanned + 1n < vault.fromBlock ? vault.fromBlock : scanned + 1n;
  const range = createLogRange();
  const unknown: Payment[] = [];
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
    const payments = answer.map(({ args, blockNumber, transactionHash }) => ({
      contractId: args.id,
      token: args.token,
      recipient: args.to,
      amount: args.amount,
      blockNumber,
      txHash: transactionHash,
    }));
    unknown.push(...(await withoutOrdered(database, payments)));
    from += blocks;
  }
  return { scannedTo: last < first ? scanned : last, unknown };
}

async function readScanned(database: Queryable, { address }: Vault): Promise<bigint | null> {
  const { rows } = await database.execute<{ scanned: string }>(
    sql`select scanned_number::text as scanned from deed_scan where chain_id = ${productChain.id} and lower(vault) = ${address.toLowerCase()}`,
  );
  return rows[0] === undefined ? null : BigInt(rows[0].scanned);
}

/** Orders are stored before they are signed, so one that was executed and isn't here was lost in a restore. */
async function withoutOrdered(database: Queryable, payments: readonly Payment[]): Promise<Payment[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ contractId }) => contractId.slice(2));
  const { rows } = await database.execute<{ id: string }>(sql`
    select encode(contract_id, 'hex') as id from chain_order where encode(contract_id, 'hex') in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`);
  const ordered = new Set(rows.map(({ id }) => id));
  return payments.filter(({ contractId }) => !ordered.has(contractId.slice(2)));
}
