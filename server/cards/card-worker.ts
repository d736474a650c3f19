import { parentPort } from 'node:worker_threads';

import { type Card, drawCard } from './draw-card.ts';

/** Runs in its own thread: layout and drawing would block all calls for half a second. */
parentPort?.on('message', (card: Card) => {
  drawCard(card).then(
    (png) => parentPort?.postMessage({ png }),
    (error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
