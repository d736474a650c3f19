import { toDecimalString } from '../../src/lib/amount.ts';
import type { Reserves, TokenReserves } from '../../src/lib/reserves/reserves.ts';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { SolvencyFigures } from './judge-solvency.ts';
import { proveSolvency, readLastProof } from './prove-solvency.ts';
import { type PublishedTree, readLastTree } from './publish-tree.ts';
import type { VaultView } from './vault-view.ts';

/** Longer than the interval of the job that compares. */
const FRESH_MS = 6 * 60_000;

/** The newest comparison of vault and ledger; made now if there is no recent one and the chain responds. `null` if there never was one. */
export async function readReserves(database: Database, view: VaultView, now: Date): Promise<Reserves | null> {
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

function tokenOf(token: Token, figures: SolvencyFigures): TokenReserves {
  const { vault, withdrawn = '0', ...ledger } = figures[token];
  return { vault, ledger: { ...ledger, withdrawn } };
}

function inWords({ JU, JUF, USDT }: PublishedTree['total']): Record<Token, string> {
  return {
    JU: toDecimalString(JU, tokenDecimals.JU),
    JUF: toDecimalString(JUF, tokenDecimals.JUF),
    USDT: toDecimalString(USDT, tokenDecimals.USDT),
  };
}
