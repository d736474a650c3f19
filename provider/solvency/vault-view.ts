import { erc20Abi, type Hex } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { PublishedReserves } from '../../src/lib/reserves/reserves.ts';
import { ChainUnavailable, createChainClient } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import type { Database } from '../db/database.ts';
import type { Token } from '../ledger/account.ts';
import type { ChainOrder } from '../payouts/schema.ts';
import { inTokens } from '../token-amounts.ts';
import type { Vault } from '../vault.ts';
import type { SolvencyFigures } from './judge-solvency.ts';
import { proveSolvency, readLastProof } from './prove-solvency.ts';
import { type PublishedTree, readLastTree } from './publish-tree.ts';

export interface BlockRef {
  number: bigint;
  hash: Hex;
}

/** The chain's state as of one block, by its hash, so that it can't be confused with another block's. */
export interface VaultState {
  holds: Readonly<Record<Token, bigint>>;
  /** How much JUF its contract still allows to be minted. */
  mintingRoom: bigint;
  /** All JUF ever minted, and the contract's cap. */
  juf: { minted: bigint; cap: bigint };
}

export type OrderName = Pick<ChainOrder, 'id' | 'kind' | 'contractId'>;

/** Every call throws `ChainUnavailable` if the node gives no valid answer or no longer has the block's state. */
export interface VaultView {
  vault: Vault;
  source: { rpcUrl: RpcSource; vault: Vault; timeoutMs: number };
  head(): Promise<BlockRef>;
  at(block: BlockRef): Promise<VaultState>;
  /** Which of these orders the contracts had executed. */
  doneAt(block: BlockRef, orders: readonly OrderName[]): Promise<ReadonlySet<string>>;
}

const TIMEOUT_MS = 10_000;
/** Public nodes answer this many concurrent queries of one client. */
const AT_ONCE = 10;

/** Longer than the interval of the job that compares. */
const FRESH_MS = 6 * 60_000;

export function createVaultView(options: { rpcUrl: RpcSource; vault: Vault; timeoutMs?: number | undefined }): VaultView {
  const { rpcUrl, vault, timeoutMs = TIMEOUT_MS } = options;
  const { ask, client } = createChainClient({ rpcUrl, timeoutMs, retryCount: 2 });
  const { juf, usdt } = vault.tokens;

  const isDone = ({ kind, contractId }: OrderName, { hash: blockHash }: BlockRef): Promise<boolean> =>
    kind === 'MINT'
      ? client.readContract({ address: juf, abi: jufAbi, functionName: 'minted', args: [contractId], blockHash })
      : client.readContract({ address: vault.address, abi: vaultAbi, functionName: 'paid', args: [contractId], blockHash });

  return {
    vault,
    source: { rpcUrl, vault, timeoutMs },
    head: () =>
      ask(
        async () => {
          const { number, hash } = await client.getBlock({ blockTag: 'latest' });
          return { number, hash };
        },
        { isFirst: true },
      ),
    at: ({ hash: blockHash }) =>
      ask(async () => {
        const balanceOf = { abi: erc20Abi, functionName: 'balanceOf', args: [vault.address], blockHash } as const;
        const [ju, jufHeld, usdtHeld, cap, supply] = await Promise.all([
          client.getBalance({ address: vault.address, blockHash }),
          client.readContract({ address: juf, ...balanceOf }),
          client.readContract({ address: usdt, ...balanceOf }),
          client.readContract({ address: juf, abi: jufAbi, functionName: 'maxMintingCap', blockHash }),
          client.readContract({ address: juf, abi: jufAbi, functionName: 'totalSupply', blockHash }),
        ]);
        return { holds: { JU: ju, JUF: jufHeld, USDT: usdtHeld }, mintingRoom: cap - supply, juf: { minted: supply, cap } };
      }),
    doneAt: (block, orders) =>
      ask(async () => {
        const done = new Set<string>();
        for (let first = 0; first < orders.length; first += AT_ONCE) {
          const some = orders.slice(first, first + AT_ONCE);
          const answers = await Promise.all(some.map((order) => isDone(order, block)));
          for (const [index, { id }] of some.entries()) if (answers[index] === true) done.add(id);
        }
        return done;
      }),
  };
}

/** The vault's holding, which is known without a ledger. Throws `ChainUnavailable`. */
export async function readChainSide(view: VaultView, now: Date): Promise<PublishedReserves> {
  const block = await view.head();
  const { holds } = await view.at(block);
  const tokenOf = (token: Token): PublishedReserves['tokens'][Token] => ({
    vault: inTokens(holds[token], token),
    ledger: null,
  });
  return {
    at: now.toISOString(),
    block: { number: block.number.toString(), hash: block.hash },
    vault: view.vault.address,
    isCovered: null,
    tokens: { JU: tokenOf('JU'), JUF: tokenOf('JUF'), USDT: tokenOf('USDT') },
    tree: null,
  };
}

/** The newest comparison of vault and ledger; made now if there is no recent one and the chain responds. `null` if there never was one. */
export async function readReserves(database: Database, view: VaultView, now: Date): Promise<PublishedReserves | null> {
  const kept = await readLastProof(database);
  const isFresh = kept !== null && now.getTime() - kept.at.getTime() < FRESH_MS;
  const last = isFresh || !(await tryToProve(database, view, now)) ? kept : await readLastProof(database);
  if (last === null) return null;
  const tree = await readLastTree(database);
  return {
    at: last.at.toISOString(),
    block: { number: last.blockNumber.toString(), hash: last.blockHash },
    vault: view.vault.address,
    isCovered: last.sound,
    tokens: { JU: tokenOf('JU', last.figures), JUF: tokenOf('JUF', last.figures), USDT: tokenOf('USDT', last.figures) },
    tree: tree === null ? null : { date: tree.date, root: tree.root, total: inWords(tree.total) },
  };
}

async function tryToProve(database: Database, view: VaultView, now: Date): Promise<boolean> {
  try {
    await proveSolvency(database, view, now);
    return true;
  } catch (error) {
    if (error instanceof ChainUnavailable) return false;
    throw error;
  }
}

function tokenOf(token: Token, figures: SolvencyFigures): PublishedReserves['tokens'][Token] {
  const { vault, withdrawn = '0', ...ledger } = figures[token];
  return { vault, ledger: { ...ledger, withdrawn } };
}

function inWords({ JU, JUF, USDT }: PublishedTree['total']): Record<Token, string> {
  return {
    JU: inTokens(JU, 'JU'),
    JUF: inTokens(JUF, 'JUF'),
    USDT: inTokens(USDT, 'USDT'),
  };
}
