import { type Address, getAddress, type Hex } from 'viem';
import { expect, onTestFinished } from 'vitest';

import { developmentAccount } from '../../../chain/role-accounts.ts';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { openWatch, watchOnce, type WatchOutcome } from '../../../provider/chain-watch/start-watch.ts';
import type { WatchParts } from '../../../provider/chain-watch/watch-store.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { memberAccount, pooledAccount, type Token, TOKENS } from '../../../provider/ledger/account.ts';
import { accountBalance, kindBalance } from '../../../provider/ledger/balances.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { findOrCreateMember } from '../../../provider/modules/account/member.ts';
import { depositChecks } from '../../../provider/chain-watch/credit-due.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { developmentVault, type Vault } from '../../../provider/vault.ts';
import { balanceOf, contracts } from '../../chain/support/exchange.ts';
import type { TestNode } from '../../chain/support/test-node.ts';
import { type FaultyRpc, startFaultyRpc } from '../../support/faulty-rpc.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

/** One of the ten accounts with JU, JUF and USDT on the embedded chain. */
export type Index = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export interface WatchWorld {
  node: TestNode;
  rpc: FaultyRpc;
  db: Database;
  databaseUrl: string;
  vault: Vault;
  logged: string[];
  time: { now: Date; advance: (ms: number) => void };
  parts: WatchParts;
  /** Another process on the same database, sharing no memory with the first. */
  another(): WatchParts;
  watch(): Promise<WatchOutcome>;
  mine(blocks?: number): Promise<void>;
  /** Mined at once, in its own block, unless the node was told otherwise. */
  send(token: Token, from: Index, amountBaseUnits: bigint): Promise<Hex>;
  member(index: Index | Address): Promise<string>;
  available(memberId: string, token: Token): Promise<bigint>;
  held(token: Token): Promise<bigint>;
  deposits(): Promise<{ token: Token; amount: bigint; state: string; sender: string; block: bigint | null }[]>;
  /** Ledger and chain agree exactly, and no rule of the ledger is violated. */
  agree(lost?: Partial<Record<Token, bigint>>): Promise<void>;
}

/** A vault on a node that several tests may share: earlier deposits don't belong to this world. */
export async function openWatchWorld(node: TestNode, vaultOptions: Partial<Vault> = {}): Promise<WatchWorld> {
  const database = await migratedDatabase();
  const pool = createPool(database.url, { max: 8, connectTimeoutMs: 60_000, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 });
  const db = createDatabase(pool);
  const rpc = await startFaultyRpc(node.url);
  onTestFinished(async () => {
    await rpc.stop();
    await pool.end();
    await database.drop();
  });
  const before = await holdings(node);
  const fromBlock = (await node.publicClient.getBlockNumber()) + 1n;
  const vault = { ...developmentVault, fromBlock, ...vaultOptions };
  const logged: string[] = [];
  const log = createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const time = {
    now: new Date('2026-11-21T09:00:00.000Z'),
    advance: (ms: number) => void (time.now = new Date(time.now.getTime() + ms)),
  };
  const another = (): WatchParts => openWatch({ database: db, clock: () => time.now, log }, { vault, rpcUrl: rpc.url, timeoutMs: 1_000 });
  const parts = another();
  const { mine, send } = actsOn(node);
  await mine();
  return {
    node,
    rpc,
    db,
    databaseUrl: database.url,
    vault,
    logged,
    time,
    parts,
    another,
    watch: () => watchOnce(parts),
    mine,
    send,
    member: (who) => createMember(db, who, time.now),
    available: (memberId, token) => accountBalance(db, memberAccount('AVAILABLE', memberId), token),
    held: (token) => kindBalance(db, 'DEPOSIT_IN_TRANSIT', token),
    async deposits() {
      const { rows } = await pool.query<{ token: Token; amount: string; state: string; sender: string; block_number: string | null }>(
        'select token, amount, state, sender, block_number from deposit order by block_number, log_index, seen_at',
      );
      return rows.map(({ token, amount, state, sender, block_number }) => ({
        token,
        amount: BigInt(amount),
        state,
        sender,
        block: block_number === null ? null : BigInt(block_number),
      }));
    },
    async agree(lost = {}) {
      const now = await holdings(node);
      for (const token of TOKENS) {
        const books = -(await accountBalance(db, pooledAccount('VAULT'), token));
        expect(books + (lost[token] ?? 0n), token).toBe(now[token] - before[token]);
      }
      expect(await auditLedger(db, promises, depositChecks)).toMatchObject({ sound: true });
    },
  };
}

export function actsOn(node: TestNode): Pick<WatchWorld, 'mine' | 'send'> {
  const vault = developmentVault.address;
  return {
    mine: (blocks = 1) => node.testClient.mine({ blocks }),
    async send(token, from, amountBaseUnits) {
      const wallet = node.as(from);
      if (token === 'JU') return wallet.sendTransaction({ to: vault, value: amountBaseUnits });
      const contract = token === 'JUF' ? contracts.juf : contracts.usdt;
      return wallet.writeContract({ ...contract, functionName: 'transfer', args: [vault, amountBaseUnits], gas: 100_000n });
    },
  };
}

async function holdings(node: TestNode): Promise<Record<Token, bigint>> {
  const { address, tokens } = developmentVault;
  return {
    JU: await node.publicClient.getBalance({ address }),
    JUF: await balanceOf(node, tokens.juf, address),
    USDT: await balanceOf(node, tokens.usdt, address),
  };
}

function createMember(db: Database, who: Index | Address, now: Date): Promise<string> {
  const address = typeof who === 'number' ? developmentAccount(who).address : getAddress(who);
  return inTransaction(db, async (tx) => (await findOrCreateMember(tx, { address, language: 'en', now })).member.id);
}
