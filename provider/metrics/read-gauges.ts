import { toDecimalString } from '../../src/lib/amount.ts';
import { readDepositGauges } from '../chain-watch/read-deposit-gauges.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { readLastAudit } from '../jobs/record-audit.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import { underTerms } from '../terms/under-terms.ts';
import { readOrderGauges } from './read-order-gauges.ts';
import type { ReadPoolGauges } from './read-pool-gauges.ts';
import { readPriceGauges } from './read-price-gauges.ts';
import { readPushGauges } from './read-push-gauges.ts';
import { readSolvencyGauges } from '../solvency/read-solvency-gauges.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Family, Sample } from './format-metrics.ts';

const PATIENCE_MS = 3_000;

/** Current values. A part that doesn't respond omits its figures, and `jufi_up` reports it. */
export async function readGauges(services: ProcessServices, readPools: ReadPoolGauges): Promise<Family[]> {
  const { database, chain, nodes, clockWatch } = services;
  const now = services.clock();
  const [audit, prices, usable, block, states, clockOffsetMs, ...parts] = await Promise.all([
    orNoAnswer(readLastAudit(database)),
    orNoAnswer(underTerms(services).then((under) => readPriceAges(under, now))),
    orNoAnswer(underTerms(services).then((under) => readPriceGauges(under, now))),
    orNoAnswer(chain.getLatestBlock()),
    orNoAnswer(nodes.states()),
    orNoAnswer(clockWatch.offsetMs()),
    orNoAnswer(readDepositGauges(services, now)),
    orNoAnswer(readSolvencyGauges(services, now)),
    orNoAnswer(readOrderGauges(database)),
    orNoAnswer(readPushGauges(database, now)),
    orNoAnswer(readVaultOperatorGas(services)),
    orNoAnswer(readPools(database)),
  ]);
  const { totalCount, idleCount, waitingCount } = database.$client;
  return [
    gauge('jufi_up', 'Whether a part answers: 1 or 0.', [
      { labels: { part: 'database' }, value: audit === 'NO_ANSWER' ? 0 : 1 },
      { labels: { part: 'chain' }, value: block === 'NO_ANSWER' ? 0 : 1 },
    ]),
    gauge('jufi_database_connections', 'Connections of this process to the database, and calls that wait for one.', [
      { labels: { state: 'busy' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'waited_for' }, value: waitingCount },
    ]),
    ...(audit === 'NO_ANSWER' || audit === null
      ? []
      : [
          gauge('jufi_ledger_audit_age_seconds', 'Since the ledger was last audited.', [{ value: secondsBetween(audit.at, now) }]),
          gauge('jufi_ledger_sound', 'Whether the last audit found every rule kept: 1 or 0.', [{ value: audit.sound ? 1 : 0 }]),
        ]),
    gauge(
      'jufi_price_age_seconds',
      'How old the price is that is reckoned with; +Inf where there never was one.',
      prices === 'NO_ANSWER' ? [] : prices,
    ),
    ...(usable === 'NO_ANSWER' ? [] : usable),
    ...(block === 'NO_ANSWER'
      ? []
      : [gauge('jufi_chain_head_age_seconds', 'How old the newest block is.', [{ value: secondsBetween(block.at, now) }])]),
    ...(states === 'NO_ANSWER'
      ? []
      : [
          gauge(
            'jufi_chain_node_usable',
            'Whether a chain node is asked, by its place in the settings: 0 where it is down, behind the others or of another chain.',
            states.map((state, index) => ({ labels: { node: String(index + 1) }, value: state === 'UP' ? 1 : 0 })),
          ),
        ]),
    ...(clockOffsetMs === 'NO_ANSWER'
      ? []
      : [
          gauge('jufi_clock_offset_seconds', 'By how much the clock of this process is ahead of the database’s.', [
            { value: clockOffsetMs / 1_000 },
          ]),
        ]),
    ...parts.flatMap((families) => (families === 'NO_ANSWER' ? [] : families)),
  ];
}

async function readPriceAges({ prices }: Services, now: Date): Promise<Sample[]> {
  const readings = await Promise.all([prices.juf(now), prices.ju(now)]);
  return readings.map((reading, index) => {
    const known = reading.status === 'AVAILABLE' ? reading : reading.lastKnown;
    return { labels: { token: index === 0 ? 'JUF' : 'JU' }, value: known === null ? Infinity : secondsBetween(known.at, now) };
  });
}

async function readVaultOperatorGas({ chain, vault }: ProcessServices): Promise<Family[]> {
  if (vault === null) return [];
  const ju = Number(toDecimalString(await chain.getVaultOperatorGas(vault.address), tokenDecimals.JU));
  return [gauge('jufi_operator_gas', 'What the vault’s operator has for gas, in JU.', [{ value: ju }])];
}

/** Never fails: monitoring has to learn that something is down, not get an error. */
async function orNoAnswer<Answer>(question: Promise<Answer>): Promise<Answer | 'NO_ANSWER'> {
  return withDeadline(question, PATIENCE_MS).catch(() => 'NO_ANSWER');
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, help, type: 'gauge', samples };
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}
