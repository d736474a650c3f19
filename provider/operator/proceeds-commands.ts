import { and, eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { getAddress, zeroAddress } from 'viem';
import { toDecimalString } from '../../src/lib/amount.ts';
import { addressInput } from '../../src/lib/api/contract/address-input.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import { createChainReader } from '../chain-reader.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { TOKENS } from '../ledger/account.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { BURN_ADDRESS } from '../payouts/mint-and-burn.ts';
import { orderProceeds, type Proceeds, type ProceedsRefusal, refuseProceeds } from '../payouts/order-proceeds.ts';
import { readVaultHolding, type VaultHolding } from '../payouts/payout-terms.ts';
import type { ProviderSettings } from '../settings.ts';
import { proveSolvency } from '../solvency/prove-solvency.ts';
import { createVaultView } from '../solvency/vault-view.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Command, CommandInput } from './command.ts';
import { readTokens } from './read-tokens.ts';
import { proposal } from './schema.ts';
import { withDatabase } from './with-database.ts';

type Proposal = typeof proposal.$inferSelect;
type Vault = NonNullable<ProviderSettings['vault']>;

export const proceedsCommands: readonly Command[] = [
  {
    name: 'withdraw-proceeds',
    operands: ['<token>', '<amount>'],
    options: { to: '<address>' },
    needsReason: true,
    what: 'proposes to pay what fees and sales have earned from the vault to your own address; it is ordered when another person approves it, each with a database role of their own',
    run: propose,
  },
  {
    name: 'proposals',
    operands: [],
    what: 'lists the proposals that nobody has approved yet',
    run: async ({ settings: { databaseUrl } }) => {
      const open = await withDatabase(databaseUrl, (database) =>
        database.select().from(proposal).where(isNull(proposal.approvedAt)).orderBy(proposal.proposedAt, proposal.id),
      );
      for (const each of open) console.log(`${each.id}  ${describeProposal(each)}`);
      if (open.length === 0) console.error('No proposal is open.');
    },
  },
];

/** What a proposer was shown, and whoever approves it is. */
export function describeProposal({ says, why, proposedBy, proposedAt }: Proposal): string {
  return `${says} Proposed by ${proposedBy}, ${proposedAt.toISOString()}, because: ${why}.`;
}

export async function findProposal(database: Database, id: string): Promise<Proposal | null> {
  const [found] = await database.select().from(proposal).where(eq(proposal.id, id));
  return found ?? null;
}

async function propose({ settings, operands, options, why = '' }: CommandInput): Promise<void> {
  const id = v7();
  const wanted = readProceeds(settings, id, { operands, options });
  await withDatabase(settings.databaseUrl, async (database) => {
    const at = await requireCovered(database, settings, wanted);
    const { economy } = await inTransaction(database, (tx) => createTermsBook().within(tx));
    explain(await refuseProceeds(database, economy, wanted, at), wanted);
    const amount = toDecimalString(wanted.amount, tokenDecimals[wanted.token]);
    const says = `Pay ${amount} ${wanted.token} of the proceeds from the vault to ${wanted.recipient}.`;
    await database.insert(proposal).values({
      id,
      command: 'withdraw-proceeds',
      operands: [wanted.token, amount],
      options: { to: wanted.recipient },
      says,
      why,
      // The database writes down who it is.
      proposedBy: '',
      proposedAt: at.now,
    });
    console.log(`${says} Proposed as ${id}. Another person approves it: \`npm run provider -- approve ${id}\`.`);
  });
}

/** Orders what was proposed, in one transaction with the approval. */
export async function approveProceeds(database: Database, settings: ProviderSettings, { id, operands, options }: Proposal): Promise<void> {
  const wanted = readProceeds(settings, id, { operands, options });
  const at = await requireCovered(database, settings, wanted);
  await inTransaction(database, async (tx) => {
    const { rows } = await tx.$client.query<{ who: string }>('select session_user as who');
    const [found] = await tx.select().from(proposal).where(eq(proposal.id, id)).for('update');
    if (found === undefined || found.approvedAt !== null) throw new OperatorMistake(`Proposal ${id} is approved already.`);
    if (found.proposedBy === rows[0]?.who)
      throw new OperatorMistake(`${found.proposedBy} proposed it, so somebody else must approve it. Nothing was ordered.`);
    await tx
      .update(proposal)
      .set({ approvedBy: '', approvedAt: at.now })
      .where(and(eq(proposal.id, id), isNull(proposal.approvedAt)));
    const { economy } = await createTermsBook().within(tx);
    explain(await orderProceeds(tx, economy, wanted, at), wanted);
  });
  console.log(`Ordered as ${id}. The payout process pays it; \`orders\` shows it until then.`);
}

function readProceeds(
  { vault }: ProviderSettings,
  id: string,
  { operands: [named = '', typed = ''], options }: Pick<CommandInput, 'operands' | 'options'>,
): Proceeds {
  const token = TOKENS.find((each) => each === named.toUpperCase());
  if (token === undefined) throw new OperatorMistake(`There is no token ${named}. Choose one of ${TOKENS.join(', ')}.`);
  const amount = readTokens(typed, token);
  const to = options['to'] ?? '';
  if (!addressInput.safeParse(to).success) throw new OperatorMistake('--to takes the address to pay to, with its checksum.');
  const recipient = getAddress(to);
  const { address, tokens } = requireVault(vault);
  const unreachable = [address, tokens.juf, tokens.usdt, zeroAddress, BURN_ADDRESS].map((each) => getAddress(each));
  if (unreachable.includes(recipient)) throw new OperatorMistake(`Nobody could use what is paid to ${recipient}.`);
  return { id, token, amount, recipient };
}

function requireVault(vault: ProviderSettings['vault']): Vault {
  if (vault === undefined) throw new OperatorMistake('No vault is configured: there is nothing to pay from.');
  return vault;
}

/** The vault must hold all that is owed. What is taken out is owed to the operator, so it then still holds all the rest. */
async function requireCovered(
  database: Database,
  settings: ProviderSettings,
  { token }: Proceeds,
): Promise<{ holding: VaultHolding; now: Date }> {
  const vault = requireVault(settings.vault);
  const source = { rpcUrl: settings.chainRpcUrl, chainId: productChain.id, vault };
  try {
    const now = systemClock();
    const { firstBreak } = await proveSolvency(database, createVaultView(source), now);
    if (firstBreak !== null)
      throw new OperatorMistake(`The vault falls short (${firstBreak.code}, ${firstBreak.token}), so nothing is taken out: see \`audit\`.`);
    const holding = await readVaultHolding({ chain: createChainReader(settings.chainRpcUrl, productChain.id), vault }, token);
    if (holding === null) throw new Error('a vault without a holding');
    return { holding, now };
  } catch (cause) {
    if (!(cause instanceof ChainUnavailable)) throw cause;
    throw new OperatorMistake(`The vault can’t be checked right now. Nothing was done. ${cause.message}`, { cause });
  }
}

const REFUSALS: Readonly<Record<ProceedsRefusal['code'], string>> = {
  BEYOND_EARNED: 'Fees and sales have earned less',
  BEYOND_DAY: 'It is more than the terms allow per day (proceeds.dailyLimit)',
  BEYOND_VAULT: 'The vault holds less that isn’t ordered yet',
};

function explain(refusal: ProceedsRefusal | null, { token }: Proceeds): void {
  if (refusal === null) return;
  const most = toDecimalString(refusal.most > 0n ? refusal.most : 0n, tokenDecimals[token]);
  throw new OperatorMistake(`${REFUSALS[refusal.code]}: at most ${most} ${token} now. Nothing was done.`);
}
