import { toDecimalString } from '../../src/lib/amount.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import { createDepositReader, type DepositReader } from '../chain-watch/deposit-reader.ts';
import type { Database } from '../db/database.ts';
import { type ReconciliationSource, recordUnreconciled } from '../reconciliation/unreconciled.ts';
import { recordAudit } from '../jobs/record-audit.ts';
import { TOKENS } from '../ledger/account.ts';
import type { ProviderSettings } from '../settings.ts';
import { describeSolvency, type TokenFigures } from '../solvency/judge-solvency.ts';
import { proveSolvency, type SolvencyProof } from '../solvency/prove-solvency.ts';
import { createVaultView, type VaultView } from '../solvency/vault-view.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { describeUnreconciled } from './adjust-commands.ts';
import type { Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export const auditCommand: Command = {
  name: 'audit',
  operands: [],
  by: ['FINANCE'],
  options: { only: '<ledger|vault>' },
  what: 'recomputes every balance, checks every rule of the ledger and that all promises are covered, and that the vault holds all that is owed; fails at the first break',
  run: async ({ settings, options: { only } }: CommandInput) => {
    if (only !== undefined && only !== 'ledger' && only !== 'vault') throw new OperatorMistake('--only takes ledger or vault.');
    await withDatabase(settings.databaseUrl, async (database) => {
      const isSound = (only === 'vault' || (await auditBooks(database))) && (only === 'ledger' || (await auditVault(database, settings)));
      if (!isSound) process.exitCode = 1;
    });
  },
};

async function auditBooks(database: Database): Promise<boolean> {
  const report = await recordAudit(database, systemClock());
  if (!report.sound) {
    console.error(`The ledger is broken. It is not true that ${report.firstBreak.says} (${report.firstBreak.code}).`);
    console.error(JSON.stringify(report.firstBreak.detail, null, 2));
    return false;
  }
  const { transactions, entries, accounts, uncoveredLoss } = report.figures;
  console.log(`The ledger is sound: ${transactions} transactions, ${entries} entries, ${accounts} accounts.`);
  for (const token of TOKENS.filter((each) => uncoveredLoss[each] > 0n))
    console.log(
      `The vault lacks ${toDecimalString(uncoveredLoss[token], tokenDecimals[token])} ${token}: a loss that nobody has covered yet.`,
    );
  return true;
}

async function auditVault(database: Database, { vault, chainRpcUrl: rpcUrl }: ProviderSettings): Promise<boolean> {
  if (vault === undefined) {
    console.log('No vault is configured: there is nothing on a chain to compare the ledger with.');
    return true;
  }
  const source = { rpcUrl, chainId: productChain.id, vault };
  const isKnown = await compareWithChain(database, source);
  const proof = isKnown === null ? null : await tryToProve(database, createVaultView(source), createDepositReader(source));
  if (proof === null || isKnown === null) return false;
  const { block, firstBreak } = proof;
  console.log(`The vault ${vault.address} as of block ${block.number} (${block.hash}):`);
  const figures = describeSolvency(proof);
  for (const token of TOKENS) console.log(`  ${token}: ${describe(figures[token])}`);
  if (firstBreak === null) {
    console.log('It holds all that is owed.');
    return isKnown;
  }
  const { says, code, token, lacks } = firstBreak;
  console.error(
    `The vault falls short. It is not true that ${says} (${code}): ${toDecimalString(lacks, tokenDecimals[token])} ${token} are missing.`,
  );
  return false;
}

/** Whether the ledger knows everything that the vault has paid; `null` if the chain doesn't answer. */
async function compareWithChain(database: Database, source: ReconciliationSource): Promise<boolean | null> {
  const found = await orUnproved(recordUnreconciled(database, source, systemClock()));
  if (found === null) return null;
  const open = await describeUnreconciled(database);
  if (open.length === 0) return true;
  console.error(
    'The vault has made payments that the ledger doesn’t know of. Nothing more is paid until each is settled with `adjust <payment>`:',
  );
  for (const line of open) console.error(`  ${line}`);
  return false;
}

function tryToProve(database: Database, view: VaultView, reader: DepositReader): Promise<SolvencyProof | null> {
  return orUnproved(proveSolvency(database, view, systemClock(), (from, to) => reader.deposits(from, to)));
}

async function orUnproved<Proved>(proving: Promise<Proved>): Promise<Proved | null> {
  try {
    return await proving;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    console.error(
      `The vault could not be checked: the chain’s node does not answer, or doesn’t have the block in question. ${error.message}`,
    );
    return null;
  }
}

function describe({ vault, notMinted, owed, owedInAll, withdrawn = '0' }: TokenFigures): string {
  const minted = notMinted === '0' ? '' : ` (and ${notMinted} sold, to be minted)`;
  const parts = Object.entries(owed).filter(([, amount]) => amount !== '0');
  const owedTo = parts.length === 0 ? '' : ` (${parts.map(([to, amount]) => `${to} ${amount}`).join(', ')})`;
  const taken = withdrawn === '0' ? '' : `; ${withdrawn} of proceeds were withdrawn`;
  return `holds ${vault}${minted}, owes ${owedInAll}${owedTo}${taken}`;
}
