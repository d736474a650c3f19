import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { ChainUnavailable, createLogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { CONFIRMATIONS } from '../finality.ts';
import { withDeadline } from '../http/with-deadline.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import type { Services } from '../provider-services.ts';
import type { Vault } from '../vault.ts';
import { bookLosses, ChainMoved, findAncestor, readSoundly, requireBlock } from './book-losses.ts';
import { creditDue, creditHeldOfMembers } from './credit-due.ts';
import { type BlockRef, createDepositReader } from './deposit-reader.ts';
import type { WatchStatus } from './schema.ts';
import {
  endLease,
  knownBlocks,
  noteStatus,
  rewind,
  storeReading,
  storeSecondReading,
  takeLease,
  type Watch,
  type WatchParts,
} from './watch-store.ts';

export interface RunningWatch {
  /** Lets another process take over at once. */
  stop(): Promise<void>;
}

/** Members see a deposit within two seconds of the block that completes it. */
const EVERY_MS = 750;
const AFTER_FAILURE_MS = 3_000;
const STOP_WITHIN_MS = 5_000;

/** Blocks read again each time, for logs a node didn't have yet. */
const OVERLAP = 32n;
/** Every block is read a second time once it is this far back. */
const REREAD_AFTER = 1_000n;
const HEAD_TRIES = 3;
/** Problems that resolve themselves within this time aren't worth an alarm. */
const PATIENCE_MS = 10_000;

/** Watches for deposits until stopped, alongside other processes: one at a time reads, the others stand by. */
export function startWatch(parts: WatchParts, everyMs = EVERY_MS, mayAct = () => Promise.resolve(true)): RunningWatch {
  const stopping = new AbortController();
  const running = run(parts, everyMs, mayAct, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await withDeadline(running, STOP_WITHIN_MS).catch(() => parts.log.warn('left the watch for deposits behind'));
      await withDeadline(endLease(parts.database, parts.vault, parts.holder), STOP_WITHIN_MS).catch(() => undefined);
    },
  };
}

async function run(parts: WatchParts, everyMs: number, mayAct: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      if (await mayAct()) await watchOnce(parts, signal);
      hasFailed = false;
    } catch (error) {
      // Most likely the database is down, which is reported once, and by everything else that needs it.
      if (!hasFailed) parts.log.error({ failure: describeFailure(error) }, 'the watch for deposits failed; it goes on');
      hasFailed = true;
      pauseMs = AFTER_FAILURE_MS;
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

interface WatchOptions {
  vault: Vault;
  rpcUrl: RpcSource;
  timeoutMs?: number | undefined;
}

/** What this process needs to watch a vault. */
export function openWatch({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>, options: WatchOptions): WatchParts {
  const { vault, rpcUrl, timeoutMs } = options;
  return {
    database,
    clock,
    log,
    reader: createDepositReader({ rpcUrl, vault, timeoutMs }),
    logRange: createLogRange(),
    vault: vault.address,
    fromBlock: vault.fromBlock,
    holder: v7(),
  };
}

/**
 * - `WATCHED`: everything up to the node's newest block is known, and everything due is credited.
 * - `UNCERTAIN`: the node's answers were inconsistent; nothing was stored, and the next run tries again.
 * - `OUTPACED`: another process was faster. `LEFT_TO_ANOTHER`: another process watches.
 * - `STOPPED`: by `signal`.
 *
 * All others are reasons why it can't credit.
 */
export type WatchOutcome = 'WATCHED' | 'UNCERTAIN' | 'OUTPACED' | 'LEFT_TO_ANOTHER' | 'STOPPED' | Exclude<WatchStatus, 'WATCHING'>;

interface Judgement {
  outcome: WatchOutcome;
  detail?: string;
}

/** Continues where the last run stopped, credits what is due, and records the outcome. */
export async function watchOnce(parts: WatchParts, signal?: AbortSignal): Promise<WatchOutcome> {
  const { database, vault, holder, fromBlock, clock } = parts;
  const watch = await takeLease(database, vault, { holder, fromBlock, now: clock() });
  if (watch === null) return 'LEFT_TO_ANOTHER';
  const { outcome, detail } = await follow(parts, watch, signal).catch((error: unknown): Judgement => {
    if (error instanceof ChainMoved) return { outcome: 'UNCERTAIN', detail: error.message };
    if (error instanceof ChainUnavailable) return { outcome: 'CHAIN_UNAVAILABLE', detail: error.message };
    throw error;
  });
  await recordOutcome(parts, watch, outcome, detail ?? null);
  return outcome;
}

async function follow(parts: WatchParts, before: Watch, signal: AbortSignal | undefined): Promise<Judgement> {
  const { reader } = parts;
  const mistake = await reader.findMistake();
  if (mistake !== null) return { outcome: 'MISCONFIGURED', detail: mistake };
  const head = await newestHead(reader, before.scannedNumber);
  if (head.number < before.scannedNumber) return judgeBehind(before, head);
  const based = await standOnChain(parts, before);
  if (based === 'OUTPACED') return { outcome: 'OUTPACED' };
  if (based === 'CHAIN_CHANGED') {
    return {
      outcome: 'CHAIN_CHANGED',
      detail: 'The chain has not even the first of the blocks it had: it is another one, or was begun anew.',
    };
  }
  const known = await readOn(parts, based, head, signal);
  if (typeof known === 'string') return { outcome: known };
  await bookLosses(parts, known);
  await credit(parts, known);
  if (known.headNumber !== before.headNumber || known.status !== 'WATCHING') {
    await creditHeldOfMembers(parts);
    if ((await readAgain(parts, known)) > 0) await credit(parts, known);
  }
  return { outcome: 'WATCHED' };
}

async function credit(parts: WatchParts, known: Watch): Promise<void> {
  const did = await creditDue(parts);
  if (did.credited + did.held + did.returned > 0) parts.log.info({ ...did, block: Number(known.scannedNumber) }, 'booked deposits');
}

/** Some nodes behind one URL may lag; another attempt may reach one that doesn't. */
async function newestHead(reader: WatchParts['reader'], scannedNumber: bigint): Promise<BlockRef> {
  let head = await reader.head();
  for (let tries = 1; head.number < scannedNumber && tries < HEAD_TRIES; tries += 1) {
    const other = await reader.head();
    if (other.number > head.number) head = other;
  }
  return head;
}

/** One of several nodes may lag by a few blocks; more than that, or for longer, means a chain that was reset. */
function judgeBehind({ scannedNumber }: Watch, head: BlockRef): Judgement {
  const detail = `The node's newest block is ${head.number}, and ${scannedNumber} was read already.`;
  return { outcome: scannedNumber - head.number > CONFIRMATIONS ? 'HEAD_BEHIND' : 'UNCERTAIN', detail };
}

/** Rewinds to the last common block of the chain that was read and the current one, if there is one. */
async function standOnChain(parts: WatchParts, watch: Watch): Promise<Watch | 'OUTPACED' | 'CHAIN_CHANGED'> {
  const { reader, database, vault, log } = parts;
  if (watch.scannedHash === null) return watch;
  const found = await requireBlock(reader, watch.scannedNumber);
  if (found.hash === watch.scannedHash) return watch;
  const ancestor = await findAncestor(reader, await knownBlocks(database, vault));
  if (ancestor === null) return 'CHAIN_CHANGED';
  const back = await rewind(database, vault, watch, ancestor);
  if (back === null) return 'OUTPACED';
  log.warn({ from: Number(watch.scannedNumber), to: Number(ancestor.number) }, 'the chain was reorganised; its last blocks are read anew');
  await parts.reach?.('REWOUND');
  return back;
}

async function readOn(parts: WatchParts, based: Watch, head: BlockRef, signal?: AbortSignal): Promise<Watch | 'OUTPACED' | 'STOPPED'> {
  const { reader, database, vault, fromBlock, clock } = parts;
  if (based.scannedNumber >= head.number) return based;
  let known = based;
  const overlap = known.scannedNumber + 1n - OVERLAP;
  for (let from = overlap > fromBlock ? overlap : fromBlock; from <= head.number;) {
    if (signal?.aborted === true) return 'STOPPED';
    const anchor = known.scannedHash === null ? await requireBlock(reader, fromBlock) : null;
    const reading = await readRange(parts, from, head.number, known);
    await parts.reach?.('RANGE_READ');
    const stored = await storeReading(database, vault, { known, ...reading, headNumber: head.number, seenAt: clock() }, anchor);
    if (stored === null) return 'OUTPACED';
    await parts.reach?.('RANGE_STORED');
    known = stored;
    from = reading.end.number + 1n;
  }
  return known;
}

/**
 * Rereads one range of old enough blocks per run; returns how many deposits the first reading had missed. A node without old logs must not
 * prevent crediting.
 */
async function readAgain(parts: WatchParts, known: Watch): Promise<number> {
  const { database, vault, log, clock } = parts;
  if (known.scannedNumber - known.rereadNumber < REREAD_AFTER) return 0;
  try {
    const reading = await readRange(parts, known.rereadNumber + 1n, known.scannedNumber - OVERLAP, known);
    const missed = await storeSecondReading(database, vault, { known, ...reading, headNumber: known.headNumber, seenAt: clock() });
    if (missed > 0) log.warn({ missed }, 'a second reading found deposits that the first had missed');
    return missed;
  } catch (error) {
    if (!(error instanceof ChainUnavailable) && !(error instanceof ChainMoved)) throw error;
    log.info({ from: Number(known.rereadNumber), reason: error.message }, 'old blocks could not be read a second time');
    return 0;
  }
}

async function readRange({ reader, logRange }: WatchParts, from: bigint, last: bigint, known: Watch) {
  const { answer } = await logRange.read(last - from + 1n, (blocks) => readSoundly(reader, { from, to: from + blocks - 1n }, known));
  return answer;
}

async function recordOutcome(
  { database, vault, clock, log }: WatchParts,
  watch: Watch,
  outcome: WatchOutcome,
  detail: string | null,
): Promise<void> {
  const now = clock();
  const status = statusOf(outcome, watch, now);
  if (status === null) return;
  if (status !== watch.status) {
    if (status === 'WATCHING') log.info({ was: watch.status }, 'deposits are watched again');
    else log.error({ status, detail }, 'deposits are not credited');
  }
  await noteStatus(database, vault, { status, detail: status === 'WATCHING' ? null : detail, now });
}

/** `null`: unchanged. */
function statusOf(outcome: WatchOutcome, { watchedAt }: Watch, now: Date): WatchStatus | null {
  if (outcome === 'WATCHED') return 'WATCHING';
  if (outcome === 'OUTPACED' || outcome === 'LEFT_TO_ANOTHER' || outcome === 'STOPPED') return null;
  const isLasting = watchedAt === null || now.getTime() - watchedAt.getTime() > PATIENCE_MS;
  if (outcome === 'UNCERTAIN') return isLasting ? 'HEAD_BEHIND' : null;
  if (outcome === 'CHAIN_UNAVAILABLE') return isLasting ? outcome : null;
  return outcome;
}
