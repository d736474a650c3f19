import { getAddress, zeroAddress } from 'viem';
import { addressInput } from '../../src/lib/api/contract/account.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import { createChainReader } from '../chain-reader.ts';
import type { Database } from '../db/database.ts';
import { TOKENS } from '../ledger/account.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { BURN_ADDRESS, orderProceeds, type Proceeds, type ProceedsRefusal, refuseProceeds } from '../payouts/mint-and-burn.ts';
import { readVaultHolding, type VaultHolding } from '../payouts/payout-terms.ts';
import type { ProviderSettings } from '../settings.ts';
import { proveSolvency } from '../solvency/prove-solvency.ts';
import { createVaultView } from '../solvency/vault-view.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import { inTokens } from '../token-amounts.ts';
import { type Command, type PlanInput, readTokens } from './command.ts';

type Vault = NonNullable<ProviderSettings['vault']>;

export const proceedsCommand: Command = {
  name: 'withdraw-proceeds',
  operands: ['<token>', '<amount>'],
  options: { to: '<address>' },
  by: ['FINANCE'],
  needsReason: true,
  what: 'proposes to pay what fees and sales have earned from the vault to your own address',
  plan: async (database, input) => {
    const wanted = readProceeds(input);
    const at = await requireCovered(database, input.settings, wanted);
    const { economy } = await createTermsBook().inForce(database);
    explain(await refuseProceeds(database, economy, wanted, at), wanted);
    const amount = inTokens(wanted.amount, wanted.token);
    return {
      says: `Pay ${amount} ${wanted.token} of the proceeds from the vault to ${wanted.recipient}.`,
      ...{ operands: [wanted.token, amount], options: { to: wanted.recipient } },
      carryOut: async (tx, id) => {
        explain(await orderProceeds(tx, economy, { id, ...wanted }, at), wanted);
        return `Ordered as ${id}. The payout process pays it; \`orders\` shows it until then.`;
      },
    };
  },
};

function readProceeds({ settings: { vault }, operands: [named = '', typed = ''], options }: PlanInput): Omit<Proceeds, 'id'> {
  const token = TOKENS.find((each) => each === named.toUpperCase());
  if (token === undefined) throw new OperatorMistake(`There is no token ${named}. Choose one of ${TOKENS.join(', ')}.`);
  const amount = readTokens(typed, token);
  const to = options['to'] ?? '';
  if (!addressInput.safeParse(to).success) throw new OperatorMistake('--to takes the address to pay to, with its checksum.');
  const recipient = getAddress(to);
  const { address, tokens } = requireVault(vault);
  const unreachable = [address, tokens.juf, tokens.usdt, zeroAddress, BURN_ADDRESS].map((each) => getAddress(each));
  if (unreachable.includes(recipient)) throw new OperatorMistake(`Nobody could use what is paid to ${recipient}.`);
  return { token, amount, recipient };
}

function requireVault(vault: ProviderSettings['vault']): Vault {
  if (vault === undefined) throw new OperatorMistake('No vault is configured: there is nothing to pay from.');
  return vault;
}

/** The vault must hold all that is owed. What is taken out is owed to the operator, so it then still holds all the rest. */
async function requireCovered(
  database: Database,
  settings: ProviderSettings,
  { token }: Pick<Proceeds, 'token'>,
): Promise<{ holding: VaultHolding; now: Date }> {
  const vault = requireVault(settings.vault);
  const source = { rpcUrl: settings.chainRpcUrl, vault };
  try {
    const now = systemClock();
    const { firstBreak } = await proveSolvency(database, createVaultView(source), now);
    if (firstBreak !== null)
      throw new OperatorMistake(`The vault falls short (${firstBreak.code}, ${firstBreak.token}), so nothing is taken out: see \`audit\`.`);
    const holding = await readVaultHolding({ chain: createChainReader(settings.chainRpcUrl), vault }, token);
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

function explain(refusal: ProceedsRefusal | null, { token }: Pick<Proceeds, 'token'>): void {
  if (refusal === null) return;
  const most = inTokens(refusal.most > 0n ? refusal.most : 0n, token);
  throw new OperatorMistake(`${REFUSALS[refusal.code]}: at most ${most} ${token} now. Nothing was done.`);
}
