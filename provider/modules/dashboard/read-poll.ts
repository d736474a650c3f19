import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Services } from '../../provider-services.ts';
import { POWER_DECIMALS } from '../power/power-parts.ts';
import { findCurrentPoll } from './find-current-poll.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation, pollVote } from './schema.ts';
import { pickTranslation } from './translated.ts';

export interface PollView {
  id: string;
  title: string;
  body: string;
  options: { id: string; label: string; power: string; share: number }[];
  opensAt: string;
  endsAt: string;
  myOptionId: string | null;
}

export interface PollReader {
  language: LanguageCode;
  memberId: string | null;
}

/** The poll members can vote in now, if any. */
export async function readCurrentPoll(services: Services, reader: PollReader): Promise<PollView | null> {
  const current = await findCurrentPoll(services);
  return current === null ? null : readPoll(services, current.id, reader);
}

export async function readPoll({ database }: Services, pollId: string, { language, memberId }: PollReader): Promise<PollView> {
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
