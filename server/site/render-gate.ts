import pLimit from 'p-limit';

import { createWindowCounter } from '../../provider/http/window-counter.ts';
import { type Clock } from '../../src/lib/clock.ts';

/** Renders of one client that it had to wait for, a minute. Pages that are kept are no renders. */
const RENDERS_PER_CLIENT = 120;
const RENDERS_AT_ONCE = 4;
const MOST_WAITING = 100;

/** A page that is not kept, asked for by somebody who had too many made, or while too many are being made. */
export class RenderRefused extends Error {
  override readonly name = 'RenderRefused';
  readonly code: 'TOO_MANY_RENDERS' | 'RENDERS_BUSY';
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;

  constructor(status: 429 | 503, retryAfterSeconds: number) {
    super(status === 429 ? 'one client asked for too many pages that are not kept' : 'too many pages wait to be rendered');
    this.code = status === 429 ? 'TOO_MANY_RENDERS' : 'RENDERS_BUSY';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface RenderGate {
  /** Counts a render that a client has to wait for; throws RenderRefused when it has had its share. */
  admit: (client: string) => void;
  /** Renders a few at once; the rest wait, and more than that are refused. */
  run: <Result>(render: () => Promise<Result>) => Promise<Result>;
}

/** Rendering takes the process that everybody's calls are answered by, so one client gets a share of it and no more. */
export function createRenderGate(clock: Clock): RenderGate {
  const count = createWindowCounter(RENDERS_PER_CLIENT, clock);
  const line = pLimit(RENDERS_AT_ONCE);
  return {
    admit: (client) => {
      const retryAfterSeconds = count(client);
      if (retryAfterSeconds > 0) throw new RenderRefused(429, retryAfterSeconds);
      if (line.pendingCount >= MOST_WAITING) throw new RenderRefused(503, 1);
    },
    run: (render) => line(render),
  };
}
