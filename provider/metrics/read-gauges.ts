import { sql } from 'drizzle-orm';
import { uncoveredLoss } from '../chain-watch/book-losses.ts';
import { depositState } from '../chain-watch/schema.ts';
import { readWatchState } from '../chain-watch/watch-store.ts';
import type { Queryable } from '../db/database.ts';
import { assessEconomy } from '../economy-model/assess-economy.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { readLastAudit } from '../jobs/record-audit.ts';
import { type Token, TOKENS } from '../ledger/account.ts';
import { promises } from '../modules/promises.ts';
import { currentPrices, type PriceReading } from '../price/read-price.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import { readSolvencyGauges } from '../solvency/prove-solvency.ts';
import { underTerms } from '../terms/terms-book.ts';
import { inTokens } from '../token-amounts.ts';
import { type Family, gauge, type Sample } from './format-metrics.ts';
import { readOrderGauges } from './read-order-gauges.ts';

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
          gauge('jufi_ledger_audit_age_seconds', 'Since the ledger was last audited.', secondsBetween(audit.at, now)),
          gauge('jufi_ledger_sound', 'Whether the last audit found every rule kept: 1 or 0.', audit.sound ? 1 : 0),
        ]),
    gauge(
      'jufi_price_age_seconds',
      'How old the price is that is reckoned with; +Inf where there never was one.',
      prices === 'NO_ANSWER' ? [] : prices,
    ),
    ...(usable === 'NO_ANSWER' ? [] : usable),
    ...(block === 'NO_ANSWER' ? [] : [gauge('jufi_chain_head_age_seconds', 'How old the newest block is.', secondsBetween(block.at, now))]),
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
      : [gauge('jufi_clock_offset_seconds', 'By how much the clock of this process is ahead of the database’s.', clockOffsetMs / 1_000)]),
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
  const ju = Number(inTokens(await chain.getVaultOperatorGas(vault.address), 'JU'));
  return [gauge('jufi_operator_gas', 'What the vault’s operator has for gas, in JU.', ju)];
}

/** Never fails: monitoring has to learn that something is down, not get an error. */
async function orNoAnswer<Answer>(question: Promise<Answer>): Promise<Answer | 'NO_ANSWER'> {
  return withDeadline(question, PATIENCE_MS).catch(() => 'NO_ANSWER');
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1_000);
}

type ReadPoolGauges = (database: Queryable) => Promise<Family[]>;

interface PoolRow extends Record<string, unknown> {
  account: string;
  token: Token;
  held: string;
  promised: string | null;
}

/** Summing all promises takes a second or two on a large database, and scrapers may ask more often than that is worth. */
const KEPT_MS = 300_000;

/** The pools' balances and promises at one moment. Each process refreshes them only now and then. */
export function createPoolGauges(): ReadPoolGauges {
  let kept: { families: Promise<Family[]>; atMs: number } | undefined;
  return (database) => {
    if (kept === undefined || performance.now() - kept.atMs >= KEPT_MS) {
      const families = readPoolGauges(database);
      kept = { families, atMs: performance.now() };
      families.catch(() => (kept = undefined));
    }
    return kept.families;
  };
}

async function readPoolGauges(database: Queryable): Promise<Family[]> {
  const { rows } = await database.execute<PoolRow>(sql`
    with held as (
      select kind::text as account, token::text as token, sum(balance)::text as held
        from ledger_account where kind not in ('AVAILABLE', 'LOCKED', 'OUTSIDE_WORLD', 'VAULT') group by 1, 2
    ), promised as (
      select kind as account, token, sum(amount)::text as promised
        from (${sql.join([...promises], sql` union all `)}) each group by 1, 2
    )
    select account, token, coalesce(held, '0') as held, promised from held full join promised using (account, token) order by account, token`);
  const sample = ({ account, token }: PoolRow, baseUnits: string): Sample => ({
    labels: { account, token },
    value: Number(inTokens(BigInt(baseUnits), token)),
  });
  return [
    gauge(
      'jufi_account_balance',
      'What lies in the ledger’s own accounts, in tokens: pools, and what is set apart for promises.',
      rows.map((row) => sample(row, row.held)),
    ),
    gauge(
      'jufi_promised',
      'What is promised out of each of these accounts, in tokens; never more than lies there.',
      rows.flatMap((row) => (row.promised === null ? [] : [sample(row, row.promised)])),
    ),
  ];
}

/**
 * Whether anything can be sold at current prices, and what could be gained from the terms at these prices: prices move while the terms stay
 * as written.
 */
async function readPriceGauges(services: Pick<Services, 'prices' | 'economy'>, now: Date): Promise<Family[]> {
  const { prices, economy } = services;
  const [juf, ju] = await Promise.all([prices.juf(now), prices.ju(now)]);
  const usable = gauge('jufi_price_usable', 'Whether something can be sold at the price: 1 or 0.', [
    sampleOf('JUF', juf),
    sampleOf('JU', ju),
  ]);
  const known = await currentPrices(prices, now);
  if (known.JUF === null || known.JU === null || known.JUF.price18 === 0n || known.JU.price18 === 0n) return [usable];
  const found = assessEconomy(economy, { juf18: known.JUF.price18, ju18: known.JU.price18 }).flatMap(({ findings }) => findings);
  return [
    usable,
    gauge('jufi_terms_findings', 'Ways to take out more than was put in that the terms leave at the last known prices.', found.length),
  ];
}

function sampleOf(token: string, reading: PriceReading): Family['samples'][number] {
  return { labels: { token }, value: reading.status === 'AVAILABLE' ? 1 : 0 };
}

interface PushRow extends Record<string, unknown> {
  waiting: string;
  failing: string;
  behind_seconds: string;
}

/** Pending messages to browsers, and whether a process sends them. Sent and abandoned messages aren't counted. */
export async function readPushGauges(database: Queryable, now: Date): Promise<Family[]> {
  const { rows } = await database.execute<PushRow>(sql`
    select (select count(*) from push_message where due_at is not null and attempts = 0)::text as waiting,
           (select count(*) from push_message where due_at is not null and attempts > 0)::text as failing,
           -- Blocked members get no messages.
           (select greatest(0, coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(s.told_until)), 0))
              from push_subscription s join member m on m.id = s.member_id where m.blocked_at is null)::text as behind_seconds`);
  return rows.flatMap(({ waiting, failing, behind_seconds: behind }): Family[] => [
    gauge('jufi_push_messages', 'Pending messages to browsers: not tried yet, or to be tried again.', [
      { labels: { state: 'waiting' }, value: Number(waiting) },
      { labels: { state: 'failing' }, value: Number(failing) },
    ]),
    gauge(
      'jufi_push_behind_seconds',
      'Until how long ago all that happened was noted for every subscribed browser; 0 where none is subscribed.',
      Number(behind),
    ),
  ]);
}

/** Deposit metrics for monitoring. */
async function readDepositGauges({ database, vault }: ProcessServices, now: Date): Promise<Family[]> {
  const losses = await Promise.all(
    TOKENS.map(async (token) => ({
      labels: { token },
      value: Number(inTokens(await uncoveredLoss(database, token), token)),
    })),
  );
  const loss = gauge('jufi_uncovered_loss', 'What the vault lacks that nobody has covered.', losses);
  if (vault === null) return [loss];
  const state = await readWatchState(database, vault.address, now);
  const { rows } = await database.execute<{ state: string; count: string }>(
    sql`select state, count(*) as count from deposit where state <> 'CREDITED' group by state`,
  );
  const countOf = (name: string): number => Number(rows.find((row) => row.state === name)?.count ?? 0);
  return [
    loss,
    gauge('jufi_deposits_watched', 'Whether deposits are credited: 1 or 0.', state.status === 'WATCHING' ? 1 : 0),
    gauge('jufi_deposits_unread_blocks', 'Blocks that are known of and not read yet.', Number(state.unreadBlocks)),
    gauge('jufi_deposits_not_reread_blocks', 'Blocks that were read once and not a second time yet.', Number(state.notRereadBlocks)),
    gauge(
      'jufi_deposits',
      'Deposits that wait for confirmations, are kept apart, or were lost.',
      depositState.enumValues
        .filter((name) => name !== 'CREDITED')
        .map((name) => ({ labels: { state: name.toLowerCase() }, value: countOf(name) })),
    ),
  ];
}
