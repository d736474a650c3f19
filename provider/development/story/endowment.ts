import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type Address, isAddressEqual } from 'viem';
import { endowVault } from '../../../chain/endow-vault.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import { type CountedDeposit, countOccurrences, createDepositReader } from '../../chain-watch/deposit-reader.ts';
import { giveHeld } from '../../chain-watch/held-deposits.ts';
import { type Deposit, deposit } from '../../chain-watch/schema.ts';
import { beginWatch } from '../../chain-watch/watch-store.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { type Account, pooledAccount, type Token, TOKENS } from '../../ledger/account.ts';
import { postTransaction } from '../../ledger/post.ts';
import { describeFailure } from '../../logging/describe-failure.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens } from '../../token-amounts.ts';
import { developmentVault } from '../../vault.ts';

type Parts = Pick<Services, 'database' | 'vault' | 'log'>;

/**
 * The embedded vault's tokens that back everything the story brings in; deposits them if they aren't there. Empty for any other vault. Runs
 * before each start, because a reset chain has lost them.
 */
export async function readEndowment({ vault, log }: Parts, chainRpcUrl: string): Promise<CountedDeposit[] | 'UNREADABLE'> {
  if (vault === null || !isAddressEqual(vault.address, developmentVault.address)) return [];
  const reader = createDepositReader({ rpcUrl: chainRpcUrl, vault });
  try {
    const found: CountedDeposit[] = [];
    for (const hash of await endowVault(chainRpcUrl)) {
      const transaction = await reader.depositsOf(hash);
      if (transaction === null) throw new Error(`The chain does not know of ${hash}`);
      found.push(...countOccurrences(transaction.deposits));
    }
    return found;
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the story waits for a chain to lay its money into');
    return 'UNREADABLE';
  }
}

/**
 * Books what the patron deposited into the vault as the outside world's, which is where the story's members bring tokens in from: so the
 * vault holds it and it isn't booked twice. Idempotent, whatever the deposit watch has done with it meanwhile.
 */
export async function bookEndowment({ database, vault, log }: Parts, endowment: readonly CountedDeposit[], at: Date): Promise<void> {
  if (vault === null || endowment.length === 0) return;
  const booked = await inTransaction(database, async (tx) => {
    await beginWatch(tx, vault.address, vault.fromBlock, at);
    let sum = 0;
    for (const each of endowment) if (await bookOnce(tx, vault.address, each, at)) sum += 1;
    return sum;
  });
  if (booked > 0) log.info({ booked }, 'the story’s funds are in the vault');
}

async function bookOnce(tx: Transaction, vault: Address, found: CountedDeposit, at: Date): Promise<boolean> {
  const { token, sender, amountBaseUnits: amount, txHash, blockNumber, blockHash, logIndex, occurrence } = found;
  const place = { txHash, token, sender, amount, occurrence, blockNumber, blockHash, logIndex };
  await tx
    .insert(deposit)
    .values({ id: v7({ msecs: at.getTime() }), chainId: productChain.id, vault, ...place, seenAt: at })
    .onConflictDoNothing();
  // There is one transfer per transaction, so the hash identifies it.
  const [row] = await tx.select().from(deposit).where(eq(deposit.txHash, txHash)).for('update');
  if (row?.state === 'SEEN') await credit(tx, row, at);
  else if (row?.state === 'HELD')
    await giveHeld(tx, row, { memberId: null, account: pooledAccount('OUTSIDE_WORLD'), isAssigned: true }, at);
  else return false;
  return true;
}

async function credit(tx: Transaction, { id, token, amount, txHash }: Deposit, at: Date): Promise<void> {
  await postTransaction(tx, {
    id,
    kind: 'DEPOSIT',
    occurredAt: at,
    remark: 'what the story’s members will bring in',
    chainHash: txHash,
    entries: [
      { account: pooledAccount('VAULT'), token, amountBaseUnits: -amount },
      { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: amount },
    ],
  });
  await tx.update(deposit).set({ state: 'CREDITED', isAssigned: true, creditedAt: at }).where(eq(deposit.id, id));
}

interface Arrival {
  to: Account;
  token: Token;
  /** In whole tokens. */
  amount: string;
  /** Members deposit; what the operator puts into a pool is an adjustment. */
  kind: 'DEPOSIT' | 'ADJUSTMENT';
  remark?: string;
  now: Date;
}

/** The only way tokens enter the story: from outside, backed by the vault's endowment (`endowment.ts`). */
export async function bringIn(transaction: Transaction, { to, token, amount, kind, remark, now }: Arrival): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await postTransaction(transaction, {
    id: v7({ msecs: now.getTime() }),
    kind,
    occurredAt: now,
    remark,
    entries: [
      { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
      { account: to, token, amountBaseUnits },
    ],
  });
}

/** What has entered that way so far: everything the ledger has from outside that no chain has seen. Excludes sold JUF, which is minted. */
export async function readBroughtIn(database: Queryable): Promise<Record<Token, bigint>> {
  const { rows } = await database.execute<{ token: Token; total: string }>(sql`
    select e.token, -sum(e.amount::numeric) as total
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
     where a.kind = 'OUTSIDE_WORLD' and t.kind in ('DEPOSIT', 'ADJUSTMENT') and t.chain_hash is null
     group by e.token`);
  const [ju, juf, usdt] = TOKENS.map((token) => BigInt(rows.find((row) => row.token === token)?.total ?? '0'));
  return { JU: ju ?? 0n, JUF: juf ?? 0n, USDT: usdt ?? 0n };
}
