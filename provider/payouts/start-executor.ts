import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { describeFailure } from '../logging/describe-failure.ts';
import { dropLease, noteTurn } from './lease.ts';
import { defaultPace, type Executor, type Pace } from './executor.ts';
import { takeTurn, type Turn } from './take-turn.ts';

export type ExecutorParts = Pick<Executor, 'database' | 'chain' | 'account' | 'chainId' | 'clock' | 'log'> &
  Partial<Pick<Executor, 'reached'>> & { pace?: Partial<Pace>; leaseMs?: number };

export interface RunningExecutor {
  /** The last completed turn, and how long ago it was; null before the first. */
  lastTurn(): LastTurn | null;
  /** Finishes the current turn, which looks at each order once, and lets another process continue. */
  stop(): Promise<void>;
}

export interface LastTurn {
  turn: Turn;
  ageSeconds: number;
}

/** Longer than a turn takes with a slow node; if one takes longer still, it signs nothing more. */
const LEASE_MS = 30_000;
const TURN_EVERY_MS = 1_000;
/** Recording every turn would be more than anyone needs. */
const NOTE_EVERY_MS = 5_000;

export function createExecutor({ pace, leaseMs = LEASE_MS, reached = () => Promise.resolve(), ...parts }: ExecutorParts): Executor {
  return { ...parts, reached, pace: { ...defaultPace, ...pace }, lease: { holder: v7(), leaseMs } };
}

/** Processes orders alongside other processes, of which one at a time signs and sends, until stopped. Idle while it may not act. */
export function startExecutor(executor: Executor, mayAct = () => Promise.resolve(true)): RunningExecutor {
  const stopping = new AbortController();
  let last: { turn: Turn; atMs: number } | null = null;
  const running = run(executor, mayAct, stopping.signal, (turn) => (last = { turn, atMs: performance.now() }));
  return {
    lastTurn: () => last && { turn: last.turn, ageSeconds: (performance.now() - last.atMs) / 1_000 },
    stop: async () => {
      stopping.abort();
      await running;
      await dropLease(executor.database, executor.lease).catch(() => executor.log.warn('could not hand over to another process'));
    },
  };
}

async function run(executor: Executor, mayAct: () => Promise<boolean>, stopping: AbortSignal, onTurn: (turn: Turn) => void): Promise<void> {
  let lookedBackAtMs = -Infinity;
  let notedAtMs = -Infinity;
  let before: Turn | 'FAILED' | undefined;
  while (!stopping.aborted) {
    if (!(await isAllowed(executor, mayAct))) {
      await wait(TURN_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
      continue;
    }
    const looksBack = performance.now() - lookedBackAtMs >= executor.pace.lookBackEveryMs;
    if (looksBack) lookedBackAtMs = performance.now();
    const isNoted = performance.now() - notedAtMs < NOTE_EVERY_MS;
    const turn = await tryTurn(executor, { looksBack, isNoted });
    if (turn !== 'FAILED') onTurn(turn);
    if (!isNoted && turn !== 'FAILED') notedAtMs = performance.now();
    if (turn === 'ELSEWHERE' && before !== 'ELSEWHERE') executor.log.info('another process carries out the orders');
    before = turn;
    await wait(TURN_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Not when it can't be found out, as while the database is away: the next turn asks again. */
async function isAllowed({ log }: Executor, mayAct: () => Promise<boolean>): Promise<boolean> {
  try {
    return await mayAct();
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'whether orders may be carried out could not be found out; the next turn asks again');
    return false;
  }
}

async function tryTurn(executor: Executor, { looksBack, isNoted }: { looksBack: boolean; isNoted: boolean }): Promise<Turn | 'FAILED'> {
  try {
    const turn = await takeTurn(executor, { looksBack });
    if (!isNoted && turn !== 'ELSEWHERE') await noteTurn(executor.database, executor.lease);
    return turn;
  } catch (error) {
    executor.log.warn({ failure: describeFailure(error) }, 'orders could not be looked at; the next turn does');
    return 'FAILED';
  }
}
