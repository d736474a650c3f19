import { sql } from 'drizzle-orm';

import { toDecimalString } from '../../src/lib/amount.ts';
import { TOKENS } from '../ledger/account.ts';
import type { Family } from '../metrics/format-metrics.ts';
import type { ProcessServices } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { uncoveredLoss } from './book-losses.ts';
import { readWatchState } from './watch-store.ts';
import { depositState } from './schema.ts';

/** Deposit metrics for monitoring. */
export async function readDepositGauges({ database, vault, site }: ProcessServices, now: Date): Promise<Family[]> {
  const losses = await Promise.all(
    TOKENS.map(async (token) => ({
      labels: { token },
      value: Number(toDecimalString(await uncoveredLoss(database, token), tokenDecimals[token])),
    })),
  );
  const loss: Family = {
    name: 'jufi_uncovered_loss',
    help: 'What the vault lacks that nobody has covered.',
    type: 'gauge',
    samples: losses,
  };
  if (vault === null) return [loss];
  const state = await readWatchState(database, { chainId: site.chainId, vault: vault.address }, now);
  const { rows } = await database.execute<{ state: string; count: string }>(
    sql`select state, count(*) as count from deposit where state <> 'CREDITED' group by state`,
  );
  const countOf = (name: string): number => Number(rows.find((row) => row.state === name)?.count ?? 0);
  const gauge = (name: string, help: string, value: number): Family => ({ name, help, type: 'gauge', samples: [{ value }] });
  return [
    loss,
    gauge('jufi_deposits_watched', 'Whether deposits are credited: 1 or 0.', state.status === 'WATCHING' ? 1 : 0),
    gauge('jufi_deposits_unread_blocks', 'Blocks that are known of and not read yet.', Number(state.unreadBlocks)),
    gauge('jufi_deposits_not_reread_blocks', 'Blocks that were read once and not a second time yet.', Number(state.notRereadBlocks)),
    {
      name: 'jufi_deposits',
      help: 'Deposits that wait for confirmations, are kept apart, or were lost.',
      type: 'gauge',
      samples: depositState.enumValues
        .filter((name) => name !== 'CREDITED')
        .map((name) => ({ labels: { state: name.toLowerCase() }, value: countOf(name) })),
    },
  ];
}
