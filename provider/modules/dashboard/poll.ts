import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { pollWeight } from '../../../src/lib/api/contract/dashboard.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import type { Services } from '../../provider-services.ts';
import { POWER_DECIMALS, readPower } from '../power/read-power.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation, pollVote } from './schema.ts';
import { pickTranslation, type Translated, translationRows } from './publish-announcement.ts';

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
export async function readPollWeight(services: Services, memberId: string): Promise<SentDataOf<typeof pollWeight>> {
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

export interface PollDraft {
  /** A UUID chosen by the author; generated if absent. */
  id?: string | undefined;
  opensAt: Date;
  endsAt: Date;
  texts: Translated<{ title: string; body: string }>;
  /** In display order. */
  options: Translated<string>[];
}

/** Opens a poll; a vote's weight is the member's JU power at `opensAt`. */
export async function openPoll(tx: Transaction, draft: PollDraft): Promise<{ id: string; optionIds: string[] }> {
  if (draft.options.length < 2) throw new Error('a poll needs two options or more');
  const msecs = draft.opensAt.getTime();
  const id = draft.id ?? v7({ msecs });
  await tx.insert(poll).values({ id, opensAt: draft.opensAt, endsAt: draft.endsAt });
  await tx.insert(pollTranslation).values(translationRows(draft.texts).map(({ language, text }) => ({ pollId: id, language, ...text })));
  const optionIds: string[] = [];
  for (const [position, labels] of draft.options.entries()) {
    const optionId = v7({ msecs });
    await tx.insert(pollOption).values({ id: optionId, pollId: id, position });
    await tx
      .insert(pollOptionTranslation)
      .values(translationRows(labels).map(({ language, text }) => ({ optionId, language, label: text })));
    optionIds.push(optionId);
  }
  return { id, optionIds };
}

/** A poll as written by its author; null if the id is unknown. */
export async function readPollDraft(tx: Transaction, id: string): Promise<(PollDraft & { id: string }) | null> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, id));
  if (found === undefined) return null;
  const texts = await tx.select().from(pollTranslation).where(eq(pollTranslation.pollId, id));
  const labels = await tx
    .select({ position: pollOption.position, language: pollOptionTranslation.language, label: pollOptionTranslation.label })
    .from(pollOption)
    .innerJoin(pollOptionTranslation, eq(pollOptionTranslation.optionId, pollOption.id))
    .where(eq(pollOption.pollId, id))
    .orderBy(asc(pollOption.position));
  return {
    ...found,
    texts: byLanguage(texts.map(({ language, title, body }) => [language, { title, body }])),
    options: [...new Set(labels.map(({ position }) => position))].map((position) =>
      byLanguage(labels.filter((each) => each.position === position).map(({ language, label }) => [language, label])),
    ),
  };
}

function byLanguage<Text>(rows: readonly (readonly [LanguageCode, Text])[]): Translated<Text> {
  const english = rows.find(([language]) => language === 'en');
  if (english === undefined) throw new Error('a text was published without English');
  return { ...Object.fromEntries(rows), en: english[1] };
}

/** Ends a poll that is open. */
export async function closePoll(tx: Transaction, id: string, now: Date): Promise<{ votes: number }> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, id)).for('update');
  if (found === undefined) throw new OperatorMistake(`There is no poll ${id}.`);
  if (found.opensAt >= now) throw new OperatorMistake(`Poll ${id} opens only at ${found.opensAt.toISOString()}.`);
  if (found.endsAt <= now) throw new OperatorMistake(`Poll ${id} ended at ${found.endsAt.toISOString()} already.`);
  await tx.update(poll).set({ endsAt: now }).where(eq(poll.id, id));
  const [votes] = await tx.select({ count: count() }).from(pollVote).where(eq(pollVote.pollId, id));
  return { votes: votes?.count ?? 0 };
}
