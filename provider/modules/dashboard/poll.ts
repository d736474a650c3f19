import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { pollWeight } from '../../../src/lib/api/contract/dashboard.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { POWER_DECIMALS, readPower } from '../power/read-power.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation, pollVote } from './schema.ts';
import { pickTranslation } from './translated.ts';

interface PollView {
  id: string;
  title: string;
  body: string;
  options: { id: string; label: string; power: string; share: number }[];
  opensAt: string;
  endsAt: string;
  myOptionId: string | null;
}

interface PollReader {
  language: LanguageCode;
  memberId: string | null;
}

/** The poll members can vote in now, if any. */
export async function readCurrentPoll(services: Services, reader: PollReader): Promise<PollView | null> {
  const current = await findCurrentPoll(services);
  return current === null ? null : readPoll(services, current.id, reader);
}

async function readPoll({ database }: Services, pollId: string, { language, memberId }: PollReader): Promise<PollView> {
  const [[row], texts, options, labels, powers, mine] = await Promise.all([
    database.select().from(poll).where(eq(poll.id, pollId)),
    database
      .select()
      .from(pollTranslation)
      .where(and(eq(pollTranslation.pollId, pollId), inArray(pollTranslation.language, [language, 'en']))),
    database.select().from(pollOption).where(eq(pollOption.pollId, pollId)).orderBy(asc(pollOption.position)),
    database
      .select({ optionId: pollOptionTranslation.optionId, language: pollOptionTranslation.language, label: pollOptionTranslation.label })
      .from(pollOptionTranslation)
      .innerJoin(pollOption, eq(pollOption.id, pollOptionTranslation.optionId))
      .where(and(eq(pollOption.pollId, pollId), inArray(pollOptionTranslation.language, [language, 'en']))),
    database
      .select({ optionId: pollVote.optionId, power: sql<string>`sum(${pollVote.power})` })
      .from(pollVote)
      .where(eq(pollVote.pollId, pollId))
      .groupBy(pollVote.optionId),
    memberId === null
      ? []
      : database
          .select({ optionId: pollVote.optionId })
          .from(pollVote)
          .where(and(eq(pollVote.pollId, pollId), eq(pollVote.memberId, memberId))),
  ]);
  if (row === undefined) throw new Error('the poll is not there');
  const powerOf = (optionId: string): bigint => BigInt(powers.find((entry) => entry.optionId === optionId)?.power ?? '0');
  const total = options.reduce((sum, option) => sum + powerOf(option.id), 0n);
  const { title, body } = pickTranslation(texts, language);
  return {
    id: row.id,
    title,
    body,
    options: options.map(({ id }) => {
      const own = labels.filter(({ optionId }) => optionId === id);
      const power = powerOf(id);
      return {
        id,
        label: pickTranslation(own, language).label,
        power: toDecimalString(power, POWER_DECIMALS),
        share: shareOf(power, total),
      };
    }),
    opensAt: row.opensAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    myOptionId: mine[0]?.optionId ?? null,
  };
}

/** In basis points, rounded down, so the shares of a poll never add up to more than the whole. */
function shareOf(power: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((power * BASIS_POINTS) / total);
}

interface Ballot {
  pollId: string;
  optionId: string;
}

/** POST /dashboard/vote */
export async function vote(
  services: Services,
  ballot: Ballot,
  voter: { memberId: string; language: LanguageCode },
): Promise<{ poll: PollView }> {
  const { database, clock } = services;
  await inTransaction(database, (tx) => castVote(tx, ballot, voter.memberId, clock()));
  return { poll: await readPoll(services, ballot.pollId, voter) };
}

/** A vote's weight is the member's power when the poll opened, so power that moves on can't vote again. It can be changed until the poll ends. */
export async function castVote(tx: Transaction, { pollId, optionId }: Ballot, memberId: string, now: Date): Promise<void> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, pollId));
  if (found === undefined || now < found.opensAt) throw new Refusal('POLL_UNKNOWN');
  const [option] = await tx
    .select({ id: pollOption.id })
    .from(pollOption)
    .where(and(eq(pollOption.id, optionId), eq(pollOption.pollId, pollId)));
  if (option === undefined) throw new Refusal('POLL_OPTION_UNKNOWN');
  if (now >= found.endsAt) throw new Refusal('POLL_CLOSED');
  const { total } = await readPower(tx, memberId, found.opensAt);
  if (total === 0n) throw new Refusal('NO_POWER');
  const choice = { optionId, power: total, votedAt: now };
  await tx
    .insert(pollVote)
    .values({ pollId, memberId, ...choice })
    .onConflictDoUpdate({ target: [pollVote.pollId, pollVote.memberId], set: choice });
}

/** GET /dashboard/pollWeight, an extension. */
export async function readPollWeight(services: Services, memberId: string): Promise<DataOf<typeof pollWeight>> {
  const current = await findCurrentPoll(services);
  if (current === null) return { weight: null };
  const { total } = await readPower(services.database, memberId, current.opensAt);
  return { weight: { pollId: current.id, power: toDecimalString(total, POWER_DECIMALS) } };
}

/** The poll members can vote in now, if any; of several, the one that opened last. */
async function findCurrentPoll({ database, clock }: Services): Promise<{ id: string; opensAt: Date } | null> {
  const now = clock();
  const [current] = await database
    .select({ id: poll.id, opensAt: poll.opensAt })
    .from(poll)
    .where(and(lte(poll.opensAt, now), gt(poll.endsAt, now)))
    .orderBy(desc(poll.opensAt), desc(poll.id))
    .limit(1);
  return current ?? null;
}
