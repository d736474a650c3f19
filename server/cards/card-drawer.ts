import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { z } from 'zod';

import type { Card } from './draw-card.ts';

export interface CardDrawer {
  draw: (card: Card) => Promise<Buffer>;
  /** How many cards are queued, not counting the one being drawn. */
  waiting: () => number;
  stop: () => Promise<void>;
}

const IDLE_MS = 30_000;
/** A thread that takes longer than this for one card hangs, and is replaced. */
const TIMEOUT_MS = 20_000;
const outcome = z.union([z.object({ png: z.instanceof(Uint8Array) }), z.object({ failure: z.string() })]);

/** Draws one card at a time, in a thread that starts with the first card and ends after a while without any, because its fonts take memory. */
export function createCardDrawer(): CardDrawer {
  const queue = pLimit(1);
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
    // An idle thread must not keep the process alive.
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
    draw: (card) => queue(() => drawNow(card)),
    waiting: () => queue.pendingCount,
    stop: end,
  };
}

function askWorker(worker: Worker, card: Card): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      clearTimeout(timer);
      worker.off('error', onError).off('exit', onExit).off('message', onMessage);
      run();
    };
    const onError = (error: unknown): void => settle(() => reject(new Error('the thread that draws cards failed', { cause: error })));
    const onExit = (): void => settle(() => reject(new Error('the thread that draws cards ended')));
    const onMessage = (message: unknown): void => {
      const drawn = outcome.parse(message);
      settle(() => ('png' in drawn ? resolve(Buffer.from(drawn.png)) : reject(new Error(drawn.failure))));
    };
    const timer = setTimeout(() => settle(() => reject(new Error('drawing a card took too long'))), TIMEOUT_MS);
    worker.on('error', onError).on('exit', onExit).on('message', onMessage);
    worker.postMessage(card);
  });
}
