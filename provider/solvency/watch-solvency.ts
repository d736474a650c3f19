import { toDecimalString } from '../../src/lib/amount.ts';
import type { Services } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { recordUnknownDeeds } from '../deeds/record-unknown-deeds.ts';
import { proveSolvency } from './prove-solvency.ts';
import type { VaultView } from './vault-view.ts';

/** Compares vault and books, and logs at the highest level if the vault falls short. */
export async function watchSolvency(
  { database, log }: Pick<Services, 'database' | 'log'>,
  view: VaultView,
  now: Date,
): Promise<Record<string, unknown>> {
  const unknown = await recordUnknownDeeds(database, view.source, now);
  if (unknown > 0)
    log.fatal({ deeds: unknown }, 'the vault has paid what the ledger does not know: nothing is paid until `adjust` has settled it');
  const { block, firstBreak } = await proveSolvency(database, view, now);
  if (firstBreak !== null) {
    const { code, token, says, lacks } = firstBreak;
    log.fatal(
      { code, symbol: token, says, lacks: toDecimalString(lacks, tokenDecimals[token]), block: Number(block.number) },
      'the vault falls short',
    );
  }
  return { block: Number(block.number), sound: firstBreak === null };
}
