import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { TOKENS } from '../../ledger/account.ts';
import { LedgerRefusal } from '../../ledger/post.ts';
import { describeFailure } from '../../logging/describe-failure.ts';
import { member } from '../../modules/account/schema.ts';
import type { PriceReadings, PriceSource } from '../../price/price-source.ts';
import type { Services } from '../../provider-services.ts';
import { developmentContent } from '../schema.ts';
import { bookEndowment, readBroughtIn, readEndowment } from './endowment.ts';
import { planStory } from './plan-story.ts';
import { type LoneScene, playAlone, playMemberAct, playOperatorAct } from './play-act.ts';
import { gatherPlayers, type Scene, type Stage } from './scene.ts';

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

type StagedScene = Extract<Scene, { act: unknown }>;
/** One scene with its own transactions, or several that share one. */
type Chapter = LoneScene | StagedScene[];

/** Plays a chapter, and records that the story is complete up to its end. */
async function tellChapter(services: Services, chapter: Chapter): Promise<void> {
  if (Array.isArray(chapter)) await tellStaged(services, chapter);
  else await tellAlone(services, chapter);
}

async function tellAlone(services: Services, scene: LoneScene): Promise<void> {
  try {
    await playAlone(servicesOfThen(services, scene.at), scene);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    reportRefusal(services, scene, error);
  }
  await writeNote(services.database, 'STORY_TOLD_UNTIL', scene.at);
}

/** Skips refused scenes. They may have written something before, so the rest of the chapter is replayed without them. */
async function tellStaged(services: Services, chapter: readonly StagedScene[]): Promise<void> {
  const last = chapter.at(-1);
  if (last === undefined) return;
  const refused = new Set<StagedScene>();
  for (;;) {
    try {
      await inTransaction(services.database, async (transaction) => {
        const players = await gatherPlayers(transaction);
        for (const scene of chapter.filter((each) => !refused.has(each))) {
          await playStaged({ transaction, players, services: servicesOfThen(services, scene.at), now: scene.at }, scene);
        }
        await writeNote(transaction, 'STORY_TOLD_UNTIL', last.at);
      });
      return;
    } catch (error) {
      if (!(error instanceof SceneRefused)) throw error;
      reportRefusal(services, error.scene, error.cause);
      refused.add(error.scene);
    }
  }
}

async function playStaged(stage: Stage, scene: StagedScene): Promise<void> {
  try {
    if (scene.who === null) await playOperatorAct(stage, scene.act);
    else await playMemberAct(stage, scene.who, scene.act);
  } catch (error) {
    throw isRefusal(error) ? new SceneRefused(scene, error) : error;
  }
}

class SceneRefused extends Error {
  override readonly name = 'SceneRefused';
  readonly scene: StagedScene;
  override readonly cause: Refusal | LedgerRefusal;

  constructor(scene: StagedScene, cause: Refusal | LedgerRefusal) {
    super(`A scene of the story was refused: ${cause.code}`);
    this.scene = scene;
    this.cause = cause;
  }
}

function isRefusal(error: unknown): error is Refusal | LedgerRefusal {
  return error instanceof Refusal || error instanceof LedgerRefusal;
}

function reportRefusal({ log }: Services, scene: Scene, { code }: { code: string }): void {
  log.warn({ who: scene.who, deed: 'alone' in scene ? scene.alone : scene.act.do, at: scene.at, code }, 'skipped a scene of the story');
}

/** The provider's services at a past moment, with that moment's clock and prices. */
function servicesOfThen(services: Services, now: Date): Services {
  return { ...services, clock: () => now, prices: pricesOfThen(services.prices) };
}

function pricesOfThen(prices: PriceSource): PriceSource {
  const ofThen = (readings: PriceReadings): PriceReadings => ({ ...readings, juf: (then) => readings.jufAsOf(then) });
  return {
    ...ofThen(prices),
    refresh: () => prices.refresh(),
    within: (queryable) => ofThen(prices.within(queryable)),
    under: (economy) => pricesOfThen(prices.under(economy)),
  };
}

const NAMES = {
  /** The story's end: the moment at which it was first generated. */
  STORY_ENDS: 'story, ends',
  /** Everything up to this moment is in the database, and nothing after it. */
  STORY_TOLD_UNTIL: 'story, told until',
};

async function readNote(database: Queryable, name: keyof typeof NAMES): Promise<Date | null> {
  const [row] = await database.select().from(developmentContent).where(eq(developmentContent.name, NAMES[name]));
  return row?.writtenAt ?? null;
}

export async function writeNote(database: Queryable, name: keyof typeof NAMES, moment: Date): Promise<void> {
  await database
    .insert(developmentContent)
    .values({ name: NAMES[name], writtenAt: moment })
    .onConflictDoUpdate({ target: developmentContent.name, set: { writtenAt: moment } });
}
