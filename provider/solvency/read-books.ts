import { sql } from 'drizzle-orm';
import { bytesToHex } from 'viem';
import type { Transaction } from '../db/database.ts';
import type { AccountKind, Token } from '../ledger/account.ts';
import type { ChainOrder } from '../payouts/schema.ts';
import type { BlockRef, OrderName, VaultView } from './vault-view.ts';

export interface BookedOrder extends OrderName, Pick<ChainOrder, 'token' | 'amount'> {
  /** Whether the ledger has booked it as executed. */
  isBooked: boolean;
  /** Known to have been executed in a later block than `readTo`. */
  isLater: boolean;
}

/** What the database says about the vault's contents and their owners, at one moment. */
export interface Books {
  /** The last block read for deposits, up to which all are known. `null` if none has been read. */
  readTo: BlockRef | null;
  /** Ledger balances. */
  balances: readonly { kind: AccountKind; token: Token; balance: bigint }[];
  /** Deposits that are on the chain by then but not yet credited to an account. */
  arriving: Readonly<Partial<Record<Token, bigint>>>;
  /** All except those executed both on the chain and in the ledger by `readTo`. */
  orders: readonly BookedOrder[];
  /** What the operator has taken out of the vault as proceeds, as far as it is booked. */
  withdrawn: Readonly<Partial<Record<Token, bigint>>>;
  /** JUF sold, including the reward pool's share. */
  soldJuf: bigint;
  /** The part of `soldJuf` that the ledger has as minted. */
  mintedJuf: bigint;
}

type WatchRow = { scanned_number: string; scanned_hash: Buffer | null };
type OrderRow = {
  id: string;
  kind: ChainOrder['kind'];
  contract_id: Buffer;
  token: Token;
  amount: string;
  is_booked: boolean;
  is_later: boolean;
};

/** Reads the books as of block `at`, by default the last one read for deposits. The transaction must read from one snapshot. */
export async function readBooks(tx: Transaction, { chainId, vault }: Pick<VaultView, 'chainId' | 'vault'>, at?: BlockRef): Promise<Books> {
  const { rows: watches } = await tx.execute<WatchRow>(
    sql`select scanned_number, scanned_hash from chain_watch where chain_id = ${chainId} and vault = ${vault.address}`,
  );
  const [watch] = watches;
  const readTo =
    watch === undefined || watch.scanned_hash === null
      ? null
      : { number: BigInt(watch.scanned_number), hash: bytesToHex(watch.scanned_hash) };
  const { rows: balances } = await tx.execute<{ kind: AccountKind; token: Token; balance: string }>(
    sql`select kind, token, sum(balance::numeric)::text as balance from ledger_account group by kind, token`,
  );
  const { rows: arriving } = await tx.execute<{ token: Token; amount: string }>(sql`
    select token, sum(amount::numeric)::text as amount from deposit
     where chain_id = ${chainId} and vault = ${vault.address} and state = 'SEEN' and block_number is not null group by token`);
  const { rows: withdrawn } = await tx.execute<{ token: Token; amount: string }>(sql`
    select token, sum(amount::numeric)::text as amount from chain_order
     where kind = 'PROCEEDS' and (status = 'POSTED' or loss_by is not null) group by token`);
  const { rows: supply } = await tx.execute<{ sold: string; minted: string }>(sql`
    select coalesce((select minted_juf from treasury_supply), 0)::text as sold,
           (select coalesce(sum(amount::numeric), 0) from chain_order where kind = 'MINT' and status = 'POSTED')::text as minted`);
  return {
    readTo,
    balances: balances.map((row) => ({ ...row, balance: BigInt(row.balance) })),
    arriving: Object.fromEntries(arriving.map(({ token, amount }) => [token, BigInt(amount)])),
    withdrawn: Object.fromEntries(withdrawn.map(({ token, amount }) => [token, BigInt(amount)])),
    orders: await readOrders(tx, at ?? readTo),
    soldJuf: BigInt(supply[0]?.sold ?? '0'),
    mintedJuf: BigInt(supply[0]?.minted ?? '0'),
  };
}

/** A reorg may have undone what the ledger has as executed; it is then open again. */
async function readOrders(tx: Transaction, readTo: BlockRef | null): Promise<BookedOrder[]> {
  const isLater = readTo === null ? sql`false` : sql`coalesce(settled_block > ${readTo.number.toString()}, false)`;
  const { rows } = await tx.execute<OrderRow>(sql`
    select * from (
      select id, kind, contract_id, token, amount, settled_block, status, status = 'POSTED' or loss_by is not null as is_booked, ${isLater} as is_later from chain_order
    ) o where (settled_block is null and (status = 'PENDING' or is_booked)) or is_later`);
  return rows.map(({ id, kind, contract_id, token, amount, is_booked, is_later }) => ({
    id,
    kind,
    contractId: bytesToHex(contract_id),
    token,
    amount: BigInt(amount),
    isBooked: is_booked,
    isLater: is_later,
  }));
}
