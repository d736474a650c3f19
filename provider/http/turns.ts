import { requireTime } from '../db/in-transaction.ts';
import { Refusal } from './refusal.ts';

interface FlightLimits {
  /** Concurrent calls of one key while no other key calls. */
  atOnce: number;
  /** Concurrent calls of one key while others call too. */
  atOnceBesideOthers: number;
  /** Queued calls of one key; further ones are refused. */
  waiting: number;
  /** A call that waited longer is refused at its turn: its caller has been answered by then. */
  patienceMs: number;
}

/** Runs work for a key (a client, a member) at that key's turn. Keys never wait for each other. */
export type FlightLimiter = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

interface Line {
  key: string;
  running: number;
  waiting: (() => void)[];
}

/** Members call every few seconds; a key that called this recently counts as active. */
const ABOUT_MS = 250;

/**
 * Limits the concurrent calls of one client or member. Without a limit, one member's thousand parallel calls hold every database connection
 * of the process. Excess calls queue in order, and beyond the queue are refused with 429 TOO_MANY_REQUESTS. A key gets the full width only
 * while there are no other callers: a dozen calls permanently in flight would make all others wait for the processor.
 */
export function createFlightLimiter(limits: FlightLimits, nowMs: () => number = () => performance.now()): FlightLimiter {
  const lines = new Map<string, Line>();
  const others = watchOthers(nowMs);
  const widthFor = (key: string): number => (others.callBeside(key) ? limits.atOnceBesideOthers : limits.atOnce);

  function end(line: Line): void {
    line.running -= 1;
    others.note(line.key);
    while (line.running < widthFor(line.key)) {
      const next = line.waiting.shift();
      if (next === undefined) break;
      line.running += 1;
      next();
    }
    if (line.running === 0) lines.delete(line.key);
  }

  async function waitInLine(line: Line): Promise<void> {
    if (line.waiting.length >= limits.waiting) throw tooMany();
    await new Promise<void>((resolve) => void line.waiting.push(resolve));
  }

  return async (key, work) => {
    const line = lines.get(key) ?? { key, running: 0, waiting: [] };
    lines.set(key, line);
    const cameAtMs = nowMs();
    if (line.running < widthFor(key) && line.waiting.length === 0) line.running += 1;
    else await waitInLine(line);
    try {
      if (nowMs() - cameAtMs > limits.patienceMs) throw tooMany();
      return await work();
    } finally {
      end(line);
    }
  };
}

/** Remembers whose calls have ended recently. The last two keys suffice: one of them is someone else's. */
function watchOthers(nowMs: () => number): { note: (key: string) => void; callBeside: (key: string) => boolean } {
  let last = { key: '', atMs: -Infinity };
  let before = last;
  return {
    note(key) {
      if (last.key !== key) before = last;
      last = { key, atMs: nowMs() };
    },
    callBeside: (key) => nowMs() - (last.key === key ? before : last).atMs <= ABOUT_MS,
  };
}

function tooMany(): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1' } });
}

/** Who calls: a member who is signed in, somebody who is signing in, or anybody. In the order in which they are served. */
export type Rank = 'MEMBER' | 'SIGN_IN' | 'ANYBODY';

interface AdmissionLimits {
  /** Calls at once of those who aren't members, together. */
  atOnce: number;
  /** The same while members call. */
  atOnceBesideMembers: number;
  /** Those that wait for it, of each rank; more are refused. */
  waiting: number;
}

/** Waits for something that costs nothing, while others have the turn. */
export type Aside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** Runs a call at the turn of its rank. */
export type Admission = <Result>(rank: Rank, work: (aside: Aside) => Promise<Result>) => Promise<Result>;

/** Members call every few seconds; one that called this recently counts as there. */
const MEMBER_ABOUT_MS = 1_000;

/**
 * A limit per client doesn't stop two hundred clients, so what is asked without a session takes turns in the whole process: members are served at once, sign-ins
 * before anybody else. Whoever is beyond the queue is refused, which costs next to nothing.
 */
export function createAdmission(limits: AdmissionLimits, nowMs: () => number = () => performance.now()): Admission {
  const lines = { SIGN_IN: [] as (() => void)[], ANYBODY: [] as (() => void)[] };
  let running = 0;
  let memberAtMs = -Infinity;
  const width = (): number => (nowMs() - memberAtMs <= MEMBER_ABOUT_MS ? limits.atOnceBesideMembers : limits.atOnce);

  function beginNext(): void {
    while (running < width()) {
      const next = lines.SIGN_IN.shift() ?? lines.ANYBODY.shift();
      if (next === undefined) return;
      running += 1;
      next();
    }
  }

  async function waitInLine(rank: Exclude<Rank, 'MEMBER'>): Promise<void> {
    if (lines[rank].length >= limits.waiting) throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': '5' } });
    await enter((begin) => lines[rank].push(begin));
  }

  function enter(lineUp: (begin: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      lineUp(resolve);
      beginNext();
    });
  }

  return async (rank, work) => {
    if (rank === 'MEMBER') {
      memberAtMs = nowMs();
      return work((wait) => wait());
    }
    await waitInLine(rank);
    const leave = (): void => {
      running -= 1;
      beginNext();
    };
    try {
      requireTime();
      return await work(async (wait) => {
        leave();
        try {
          return await wait();
        } finally {
          await enter((begin) => lines[rank].unshift(begin));
        }
      });
    } finally {
      leave();
    }
  };
}
