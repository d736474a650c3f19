import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { LedgerRefusal } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { type LoneScene, playAlone } from './play-alone.ts';
import { playMemberAct } from './play-member-act.ts';
import { playOperatorAct } from './play-operator-act.ts';
import type { Scene } from './scene.ts';
import { servicesOfThen } from './services-of-then.ts';
import { gatherPlayers, type Stage } from './stage.ts';
import { writeNote } from './story-notes.ts';

export type StagedScene = Extract<Scene, { act: unknown }>;
/** One scene with its own transactions, or several that share one. */
export type Chapter = LoneScene | StagedScene[];

/** Plays a chapter, and records that the story is complete up to its end. */
export async function tellChapter(services: Services, chapter: Chapter): Promise<void> {
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
