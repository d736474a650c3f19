import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address, Hex } from 'viem';
import { z } from 'zod';
import { deployContracts } from '../../../chain/deploy.ts';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { memberAccount, pooledAccount, type Token, TOKENS } from '../../../provider/ledger/account.ts';
import { auditLedger, type AuditReport } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { promises } from '../../../provider/modules/promises.ts';
import type { Executor, Pace } from '../../../provider/payouts/executor.ts';
import { createExecutorChain } from '../../../provider/payouts/executor-chain.ts';
import { type ChainOrder, chainOrder } from '../../../provider/payouts/schema.ts';
import { createExecutor, type ExecutorParts, takeTurn, type Turn } from '../../../provider/payouts/start-executor.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { type FaultyRpc, startFaultyRpc } from '../../support/faulty-rpc.ts';
import { operate } from '../operate.ts';
import { type PricesAtHand, pricesAtHand } from '../price/prices-at-hand.ts';
import { type Answer, openProvider, type TestProvider } from '../start-provider.ts';
import { composeTransfer, type Person, sendTransfer, type Wish } from '../wallet/transfers.ts';

export const ONE = 10n ** 18n;

/** A provider with its own node, whose vault and ledger agree, and the executor, which runs when a test calls it. */
export interface Payouts {
  node: TestNode;
  /** Between the executor and the node. */
  rpc: FaultyRpc;
  provider: TestProvider;
  database: Database;
  prices: PricesAtHand;
  logged: string[];
  executor: (parts?: Partial<ExecutorParts>, pace?: Partial<Pace>) => Executor;
  /** One turn of the usual executor. */
  turn: () => Promise<Turn>;
  mine: (blocks: number) => Promise<void>;
  /** Turns and blocks until nothing is left to do. */
  finish: () => Promise<void>;
  /** Puts tokens into the vault and the member's wallet. */
  deposit: (member: Pick<Person, 'id'>, token: Token, amount: string) => Promise<void>;
  /** The vault's holding on the chain minus that in the ledger. */
  difference: (token: Token) => Promise<bigint>;
  held: (token: Token, holder: Address) => Promise<bigint>;
  audit: () => Promise<AuditReport>;
  stop: () => Promise<void>;
}

export const QUICK: Partial<Pace> = { resendAfterMs: 0, raiseAfterMs: 60_000, holdMs: 0, restMs: 0 };

const MOST_ROUNDS = 60;

/** With `chainTimeoutMs`, the provider uses the same faulty node as the executor. */
export async function openPayouts({ chainTimeoutMs }: { chainTimeoutMs?: number } = {}): Promise<Payouts> {
  const node = await startTestNode();
  await deployContracts(node.url);
  // Only confirmed state counts, including the contracts.
  await node.testClient.mine({ blocks: 3 });
  // Tests mine the blocks.
  await node.testClient.setAutomine(false);
  const rpc = await startFaultyRpc(node.url);
  const prices = pricesAtHand();
  const provider = await openProvider({
    vault: developmentVault,
    chainRpcUrl: chainTimeoutMs === undefined ? node.url : rpc.url,
    chainTimeoutMs,
    prices,
    limits: { callsPerClient: 1_000_000, signInsPerClient: 1_000_000 },
  });
  prices.jufPrice = { at: provider.time.now, price18: ONE / 2n };
  prices.juPrice = { at: provider.time.now, price18: ONE / 10n };
  const database = createDatabase(provider.pool);
  const logged: string[] = [];
  const executor: Payouts['executor'] = (parts = {}, pace = {}) =>
    createExecutor({
      database,
      chain: createExecutorChain({ rpcUrl: rpc.url, vault: developmentVault, timeoutMs: 10_000, trialTimeoutMs: 10_000 }),
      account: roleAccount('operator'),
      clock: () => provider.time.now,
      log: createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
      ...parts,
      pace: { ...QUICK, ...pace },
    });
  const usual = executor();
  const turn = (): Promise<Turn> => takeTurn(usual, { checksReorgs: true });
  const mine = (blocks: number): Promise<void> => node.testClient.mine({ blocks });
  const held: Payouts['held'] = (token, address) =>
    token === 'JU' ? node.publicClient.getBalance({ address }) : node.publicClient.readContract(balanceCall(token, address));
  return {
    node,
    rpc,
    provider,
    database,
    prices,
    logged,
    executor,
    turn,
    mine,
    held,
    finish: async () => {
      // No other process holds the lease.
      await provider.pool.query('delete from operator_lease');
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if ((await turn()) === 'IDLE') return;
        await mine(1);
      }
      throw new Error(`orders are never done:\n${logged.slice(-10).join('')}`);
    },
    deposit: (member, token, amount) => deposit(provider, node, member, token, amount),
    difference: async (token) =>
      (await held(token, developmentVault.address)) + (await accountBalance(database, pooledAccount('VAULT'), token)),
    audit: () => auditLedger(database, promises),
    stop: async () => {
      await provider.stop();
      await rpc.stop();
      await node.kill('SIGKILL');
    },
  };
}

function balanceCall(token: 'JUF' | 'USDT', holder: Address) {
  const { address, abi } = token === 'JUF' ? contracts.juf : contracts.usdt;
  return { address, abi, functionName: 'balanceOf', args: [holder] } as const;
}

async function deposit(provider: TestProvider, node: TestNode, member: Pick<Person, 'id'>, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await send(node, () => fillVault(node, token, amountBaseUnits));
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'DEPOSIT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('VAULT'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', member.id), token, amountBaseUnits },
      ],
    }),
  );
}

/** Sends and mines; throws if it failed. */
export async function send(node: TestNode, transaction: () => Promise<Hex>): Promise<Hex> {
  const hash = await transaction();
  await node.testClient.mine({ blocks: 1 });
  const { status } = await node.publicClient.getTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`transaction ${hash} failed`);
  return hash;
}

function fillVault(node: TestNode, token: Token, amount: bigint): Promise<Hex> {
  const to = developmentVault.address;
  if (token === 'JU') return node.as(9).sendTransaction({ to, value: amount });
  const { address, abi } = token === 'JUF' ? contracts.juf : contracts.usdt;
  return node.as(roleAccount('deployer')).writeContract({ address, abi, functionName: 'mint', args: [to, amount] });
}

/** Requests a payout like the app, signed by the member's wallet. */
export async function requestPayout(
  { provider }: Pick<Payouts, 'provider'>,
  person: Person,
  wish: Partial<Wish> = {},
  key: string = randomUUID(),
): Promise<Answer> {
  return sendTransfer(provider, person, await composePayout(provider, person, wish), key);
}

export async function composePayout(provider: TestProvider, person: Person, wish: Partial<Wish> = {}): Promise<Record<string, unknown>> {
  const body = await composeTransfer(
    provider,
    person,
    { to: person, name: person.wallet.address, ...wish },
    { intent: { destination: 'CHAIN' } },
  );
  return { ...body, destination: 'CHAIN' };
}

/** The same, and it must succeed; returns the payout's id. */
export async function pendingPayout(payouts: Pick<Payouts, 'provider'>, person: Person, wish: Partial<Wish> = {}): Promise<string> {
  const { status, data } = await requestPayout(payouts, person, wish);
  if (status !== 200) throw new Error(`the payout was refused with ${status}`);
  return z.object({ transaction: z.object({ id: z.string(), status: z.literal('PENDING') }) }).parse(data).transaction.id;
}

/** The member's newest transactions, as the app lists them. */
export async function listed({ provider }: Pick<Payouts, 'provider'>, { token }: Pick<Person, 'token'>) {
  const { data } = await provider.call('walletTransactionList', { token });
  return data;
}

export async function everythingAgrees(payouts: Payouts): Promise<void> {
  const report = await payouts.audit();
  if (!report.sound) throw new Error(`the ledger is broken: ${JSON.stringify(report.firstBreak)}`);
  for (const token of TOKENS) {
    const difference = await payouts.difference(token);
    if (difference !== 0n) throw new Error(`the vault holds ${difference.toString()} ${token} more than the ledger says`);
  }
}

export async function orderOf({ database }: Pick<Payouts, 'database'>, id: string): Promise<ChainOrder> {
  const [order] = await database.select().from(chainOrder).where(eq(chainOrder.id, id));
  if (order === undefined) throw new Error(`there is no order ${id}`);
  return order;
}
