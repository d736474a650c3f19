import { describeFailure } from '../../logging/describe-failure.ts';
import { member } from '../../modules/account/schema.ts';
import { type Services } from '../../provider-services.ts';
import { TOKENS } from '../../ledger/account.ts';
import { readBroughtIn } from './bring-in.ts';
import { bookEndowment, readEndowment } from './endowment.ts';
import { planStory } from './plan-story.ts';
import { type Scene } from './scene.ts';
import { note, readNote } from './story-notes.ts';
import { type Chapter, tellChapter } from './tell-chapter.ts';

const DAY_MS = 86_400_000;
const STORY_DAYS = 120;
/** Long enough that commits cost little, short enough that a killed start has little to tell again. */
const CHAPTER_DAYS = 4;
/** The first purchase needs a price. */
const FIRST_PRICE_DAYS_AGO = 117;

/**
 * Tells of 120 days in the life of fifty members, by the functions that the calls use, with the clock of then and the prices of then. Chapter by
 * chapter, each with the note of how far it is told: killed in the middle, it goes on where it was. For one process at a time. What it is about lies in the
 * vault before anybody owns it.
 */
export async function tellStory(services: Services, chainRpcUrl: string): Promise<void> {
  const { database, log, clock } = services;
  const end = (await readNote(database, 'STORY_ENDS')) ?? (await begin(services));
  const toldUntil = await readNote(database, 'STORY_TOLD_UNTIL');
  // Before there was a story, some brought tokens in by hand.
  if (end === null && !(await isAnythingBroughtIn(database))) return;
  const endowment = await readEndowment(services, chainRpcUrl);
  if (endowment === 'UNREADABLE') return;
  await bookEndowment(services, endowment, momentOfEndowment(end, toldUntil, clock()));
  if (end === null || (toldUntil !== null && toldUntil >= end)) return;
  const untold = planStory(end).filter(({ at }) => toldUntil === null || at > toldUntil);
  for (const chapter of chaptersOf(untold)) await tellChapter(services, chapter);
  await note(database, 'STORY_TOLD_UNTIL', end);
  log.info('told the story of the development members');
}

/** Nothing in the books is older than what was booked before it. */
function momentOfEndowment(end: Date | null, toldUntil: Date | null, now: Date): Date {
  if (end === null) return now;
  if (toldUntil === null) return new Date(end.getTime() - STORY_DAYS * DAY_MS);
  return toldUntil < end ? toldUntil : now;
}

async function isAnythingBroughtIn(database: Services['database']): Promise<boolean> {
  const broughtIn = await readBroughtIn(database);
  return TOKENS.some((token) => broughtIn[token] > 0n);
}

/** Null where it cannot be told: without prices of the past, or where somebody has begun a story of their own. */
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
  await note(database, 'STORY_ENDS', end);
  return end;
}

/** Scenes that open transactions of their own stand alone; those between them, of a few days, share one. */
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
