import { describeFailure } from '../../logging/describe-failure.ts';
import { member } from '../../modules/account/schema.ts';
import type { Services } from '../../provider-services.ts';
import { TOKENS } from '../../ledger/account.ts';
import { readBroughtIn } from './bring-in.ts';
import { bookEndowment, readEndowment } from './endowment.ts';
import { planStory } from './plan-story.ts';
import type { Scene } from './scene.ts';
import { writeNote, readNote } from './story-notes.ts';
import { type Chapter, tellChapter } from './tell-chapter.ts';

const DAY_MS = 86_400_000;
const STORY_DAYS = 120;
/** Long enough that commits cost little, short enough that a killed start has little to repeat. */
const CHAPTER_DAYS = 4;
/** The first purchase needs a price. */
const FIRST_PRICE_DAYS_AGO = 117;

/**
 * Generates 120 days in the life of fifty members through the functions that calls use, with the clock and prices of each moment. Progress
 * is recorded per chapter, so a killed process resumes where it stopped. For one process at a time. The tokens are in the vault before
 * anyone owns them.
 */
export async function tellStory(services: Services, chainRpcUrl: string): Promise<void> {
  const { database, log, clock } = services;
  const end = (await readNote(database, 'STORY_ENDS')) ?? (await begin(services));
  const toldUntil = await readNote(database, 'STORY_TOLD_UNTIL');
  // Before the story existed, some databases were funded by hand.
  if (end === null && !(await isAnythingBroughtIn(database))) return;
  const endowment = await readEndowment(services, chainRpcUrl);
  if (endowment === 'UNREADABLE') return;
  await bookEndowment(services, endowment, momentOfEndowment(end, toldUntil, clock()));
  if (end === null || (toldUntil !== null && toldUntil >= end)) return;
  const untold = planStory(end).filter(({ at }) => toldUntil === null || at > toldUntil);
  for (const chapter of chaptersOf(untold)) await tellChapter(services, chapter);
  await writeNote(database, 'STORY_TOLD_UNTIL', end);
  log.info('wrote the history of the development members');
}

/** Books must not contain anything older than what was booked before. */
function momentOfEndowment(end: Date | null, toldUntil: Date | null, now: Date): Date {
  if (end === null) return now;
  if (toldUntil === null) return new Date(end.getTime() - STORY_DAYS * DAY_MS);
  return toldUntil < end ? toldUntil : now;
}

async function isAnythingBroughtIn(database: Services['database']): Promise<boolean> {
  const broughtIn = await readBroughtIn(database);
  return TOKENS.some((token) => broughtIn[token] > 0n);
}

/** Null if the story can't be generated: without past prices, or if someone has already used the database. */
async function begin({ database, prices, clock, log }: Services): Promise<Date | null> {
  const end = clock();
  const [somebody] = await database.select({ id: member.id }).from(member).limit(1);
  if (somebody !== undefined) return null;
  try {
    await prices.refresh();
    const first = await prices.jufAsOf(new Date(end.getTime() - FIRST_PRICE_DAYS_AGO * DAY_MS));
    if (first.status === 'UNAVAILABLE') return null;
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the story waits for prices');
    return null;
  }
  await writeNote(database, 'STORY_ENDS', end);
  return end;
}

/** Scenes with their own transactions stand alone; those in between, up to a few days, share one. */
function chaptersOf(scenes: readonly Scene[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const scene of scenes) {
    const open = chapters.at(-1);
    if ('alone' in scene) chapters.push(scene);
    else if (Array.isArray(open) && open[0] !== undefined && scene.at.getTime() - open[0].at.getTime() < CHAPTER_DAYS * DAY_MS)
      open.push(scene);
    else chapters.push([scene]);
  }
  return chapters;
}
