import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type Address, encodeFunctionData, type Hex, parseEther, parseGwei } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import { roleAccount } from '../../../chain/role-accounts.ts';
import { openWatch, watchOnce } from '../../../provider/chain-watch/start-watch.ts';
import type { WatchParts } from '../../../provider/chain-watch/watch-store.ts';
import { ChainUnavailable } from '../../../provider/chain-client.ts';
import { memberAccount, type Token, TOKENS } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { type Executor, LeaseLost } from '../../../provider/payouts/executor.ts';
import { createExecutorChain } from '../../../provider/payouts/executor-chain.ts';
import { takeTurn } from '../../../provider/payouts/start-executor.ts';
import { inTokens } from '../../../provider/token-amounts.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { contracts } from '../../chain/support/exchange.ts';
import type { Random } from '../../support/rpc-faults.ts';
import { signIn } from '../sign-in.ts';
import { type Person, sendTransfer } from '../wallet/transfers.ts';
import { composePayout, type Payouts, send } from './open-payouts.ts';
import { startKillableExecutor } from './killable-executor.ts';

export interface Player {
  account: PrivateKeyAccount;
  /** `null`: the address belongs to nobody known. */
  person: Person | null;
}

export interface SentDeposit {
  from: Address;
  token: Token;
  amount: bigint;
  raw: Hex;
  hash: Hex;
}

export interface AskedPayout {
  id: string;
  memberId: string;
  token: Token;
  amount: bigint;
}

/** Deposits and payouts by processes that may die at any moment, on an unreliable chain and node. */
export interface ChainLife {
  players: Player[];
  sent: SentDeposit[];
  asked: AskedPayout[];
  deposit: (player: Player, token: Token, amount: bigint) => Promise<void>;
  /** Repeats until it gets a response; a refusal counts too. */
  requestPayout: (player: Player, token: Token, amount: bigint) => Promise<void>;
  available: (player: Player, token: Token) => Promise<bigint>;
  /** One turn of each process; either may die in the middle. */
  look: () => Promise<void>;
  restartWatch: () => Promise<void>;
  restartExecutor: () => Promise<void>;
  /** Runs a separate process on the orders while blocks are mined, and kills it. */
  killExecutor: (afterMs: number) => Promise<void>;
  reorg: (depth: number) => Promise<void>;
  /** Resends what a reorg or a node dropped, as wallets do. */
  sendAgain: () => Promise<void>;
  /** Stops the kills. */
  calm: () => void;
  deaths: () => number;
}

class Death extends Error {
  override readonly name = 'Death';
}

const MEMBERS = 5;
const STRANGERS = 1;
const FUNDS: Record<Token, bigint> = { JU: parseEther('1000'), JUF: parseEther('1000'), USDT: 1_000_000_000n };

export async function startChainLife(payouts: Payouts, random: Random, deathShare: number): Promise<ChainLife> {
  const { node, provider, database, rpc } = payouts;
  const vault = { ...developmentVault, fromBlock: (await node.publicClient.getBlockNumber()) + 1n };
  const players: Player[] = [];
  // Sequentially, since one account funds them all.
  for (let index = 0; index < MEMBERS + STRANGERS; index += 1) {
    players.push(await newPlayer(payouts, index < MEMBERS));
    await payouts.mine(1);
  }
  const nonces = new Map<Address, number>(players.map(({ account }) => [account.address, 0]));
  const [sent, asked]: [SentDeposit[], AskedPayout[]] = [[], []];
  let [deaths, isCalm] = [0, false];

  const mayDie = (): Promise<void> => {
    if (isCalm || random() >= deathShare) return Promise.resolve();
    deaths += 1;
    return Promise.reject(new Death('killed'));
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void payouts.logged.push(line) });
  const newWatch = (): WatchParts => ({
    ...openWatch({ database, clock: () => provider.time.now, log }, { vault, rpcUrl: rpc.url, timeoutMs: 250 }),
    reach: mayDie,
  });
  const newExecutor = (): Executor =>
    payouts.executor({
      chain: createExecutorChain({ rpcUrl: rpc.url, vault: developmentVault, timeoutMs: 250 }),
      reached: mayDie,
    });
  let [watch, executor] = [newWatch(), newExecutor()];

  async function restartWatch(): Promise<void> {
    await provider.pool.query('update chain_watch set lease_until = null');
    watch = newWatch();
  }

  async function restartExecutor(): Promise<void> {
    await provider.pool.query('delete from operator_lease');
    executor = newExecutor();
  }

  async function look(): Promise<void> {
    const before = deaths;
    const [watched, turned] = await Promise.allSettled([watchOnce(watch), takeTurn(executor, { checksReorgs: true })]);
    for (const each of [watched, turned]) if (each.status === 'rejected' && !isExpected(each.reason)) throw each.reason;
    if (deaths === before) return;
    await restartWatch();
    await restartExecutor();
  }

  return {
    players,
    sent,
    asked,
    look,
    restartWatch,
    restartExecutor,
    calm: () => void (isCalm = true),
    deaths: () => deaths,
    async deposit({ account }, token, amount) {
      const nonce = nonces.get(account.address) ?? 0;
      nonces.set(account.address, nonce + 1);
      const raw = await account.signTransaction({ ...composeDeposit(token, amount), nonce, ...GAS });
      const hash = await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
      sent.push({ from: account.address, token, amount, raw, hash });
    },
    async requestPayout({ person }, token, amount) {
      if (person === null) return;
      const text = inTokens(amount, token);
      const body = await composePayout(provider, person, { walletType: token, amount: text });
      const id = await requestUntilAnswered(payouts, person, body);
      if (id !== null) asked.push({ id, memberId: person.id, token, amount });
    },
    available: ({ person }, token) =>
      person === null ? Promise.resolve(0n) : accountBalance(database, memberAccount('AVAILABLE', person.id), token),
    async killExecutor(afterMs) {
      await provider.pool.query('delete from operator_lease');
      const child = startKillableExecutor({ databaseUrl: provider.databaseUrl, rpcUrl: rpc.url, now: provider.time.now });
      try {
        await child.says('READY');
        const until = performance.now() + afterMs;
        while (performance.now() < until) await payouts.mine(1);
      } finally {
        await child.kill();
      }
      deaths += 1;
      await restartExecutor();
    },
    async reorg(depth) {
      await rpc.request('anvil_reorg', depth, []);
    },
    async sendAgain() {
      for (const { raw, hash } of sent) {
        const isThere = await node.publicClient.getTransaction({ hash }).then(
          () => true,
          () => false,
        );
        if (!isThere) await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
      }
    },
  };
}

const GAS = {
  chainId: 210_000,
  type: 'eip1559',
  gas: 120_000n,
  maxFeePerGas: parseGwei('200'),
  maxPriorityFeePerGas: parseGwei('1'),
} as const;

function composeDeposit(token: Token, amount: bigint) {
  const to = developmentVault.address;
  if (token === 'JU') return { to, value: amount };
  const { address, abi } = token === 'JUF' ? contracts.juf : contracts.usdt;
  return { to: address, data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }) };
}

async function newPlayer({ node, provider }: Payouts, isMember: boolean): Promise<Player> {
  const account = privateKeyToAccount(generatePrivateKey());
  await node.testClient.setBalance({ address: account.address, value: FUNDS.JU });
  const minter = node.as(roleAccount('deployer'));
  for (const token of ['JUF', 'USDT'] as const) {
    const { address, abi } = token === 'JUF' ? contracts.juf : contracts.usdt;
    await send(node, () =>
      minter.writeContract({ address, abi, functionName: 'mint', args: [account.address, FUNDS[token]], gas: 200_000n }),
    );
  }
  if (!isMember) return { account, person: null };
  const wallet = { address: account.address, sign: (message: string) => account.signMessage({ message }) };
  return { account, person: { ...(await signIn(provider, wallet)), signHash: (hash) => account.sign({ hash }) } };
}

/** Uses one key, so that all attempts together count once. `null`: it was refused. */
async function requestUntilAnswered({ provider }: Payouts, person: Person, body: Record<string, unknown>): Promise<string | null> {
  const key = randomUUID();
  for (let tries = 0; tries < 200; tries += 1) {
    const { status, data } = await sendTransfer(provider, person, body, key);
    if (status === 200) return idIn(data);
    if (status === 422) return null;
    if (status !== 503) throw new Error(`a payout was answered with ${status}`);
  }
  throw new Error('a payout was never answered');
}

function idIn(data: unknown): string {
  const id = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(data))?.[1];
  if (id === undefined) throw new Error('a payout without an id');
  return id;
}

function isExpected(reason: unknown): boolean {
  return reason instanceof Death || reason instanceof ChainUnavailable || reason instanceof LeaseLost;
}

export function pickToken(random: Random): Token {
  return pick(random, TOKENS);
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('there is nothing to pick from');
  return item;
}

/** A random amount, from a fraction of a token to many, with odd last digits. */
export function pickAmount(random: Random, token: Token, mostWhole: number): bigint {
  const unit = 10n ** BigInt(tokenDecimals[token]);
  return (unit * BigInt(1 + Math.floor(random() * 1_000 * mostWhole))) / 1_000n + BigInt(Math.floor(random() * 1_000));
}
