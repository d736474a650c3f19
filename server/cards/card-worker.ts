import { parentPort } from 'node:worker_threads';

import { type Card, drawCard } from './draw-card.ts';

/** A thread of its own: laying out and drawing would keep everybody's calls waiting for half a second. */
parentPort?.on('message', (card: Card) => {
  drawCard(card).then(
    (png) => parentPort?.postMessage({ png }),
    (error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
