import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { z } from 'zod';

import type { Card } from './draw-card.ts';

export interface CardDrawer {
  draw: (card: Card) => Promise<Buffer>;
  /** How many wait for theirs, beside the one that is being drawn. */
  waiting: () => number;
  stop: () => Promise<void>;
}

const IDLE_MS = 30_000;
const LONGEST_MS = 20_000;
const outcome = z.union([z.object({ png: z.instanceof(Uint8Array) }), z.object({ failure: z.string() })]);

/** Draws one card after the other, in a thread that is started for the first and ended when there was none for a while: fonts take memory. */
export function createCardDrawer(): CardDrawer {
  const line = pLimit(1);
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function drawNow(card: Card): Promise<Buffer> {
    clearTimeout(idle);
    worker ??= new Worker(new URL('card-worker.ts', import.meta.url));
    // Holds no process back from ending.
    worker.unref();
    try {
      return await askWorker(worker, card);
    } catch (error) {
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  }

  return {
    draw: (card) => line(() => drawNow(card)),
    waiting: () => line.pendingCount,
    stop: end,
  };
}

function askWorker(worker: Worker, card: Card): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      clearTimeout(timer);
      worker.off('error', fail).off('exit', miss).off('message', onMessage);
      run();
    };
    const fail = (error: unknown): void => settle(() => reject(new Error('the thread that draws cards failed', { cause: error })));
    const miss = (): void => settle(() => reject(new Error('the thread that draws cards ended')));
    const onMessage = (message: unknown): void => {
      const drawn = outcome.parse(message);
      settle(() => ('png' in drawn ? resolve(Buffer.from(drawn.png)) : reject(new Error(drawn.failure))));
    };
    const timer = setTimeout(() => settle(() => reject(new Error('drawing a card took too long'))), LONGEST_MS);
    worker.on('error', fail).on('exit', miss).on('message', onMessage);
    worker.postMessage(card);
  });
}
