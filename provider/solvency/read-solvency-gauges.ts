import type { Family } from '../metrics/format-metrics.ts';
import type { Services } from '../provider-services.ts';
import { readLastProof } from './prove-solvency.ts';

/** The vault's metrics for monitoring. */
export async function readSolvencyGauges({ database, vault }: Pick<Services, 'database' | 'vault'>, now: Date): Promise<Family[]> {
  const last = vault === null ? null : await readLastProof(database);
  if (last === null) return [];
  const gauge = (name: string, help: string, value: number): Family => ({ name, help, type: 'gauge', samples: [{ value }] });
  return [
    gauge(
      'jufi_vault_sound',
      'Whether the vault held all that is owed when it was last compared with the ledger: 1 or 0.',
      last.sound ? 1 : 0,
    ),
    gauge(
      'jufi_vault_proof_age_seconds',
      'Since vault and ledger were last compared.',
      Math.max(0, (now.getTime() - last.at.getTime()) / 1_000),
    ),
  ];
}
