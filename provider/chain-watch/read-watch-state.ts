import { and, eq } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { chainWatch, type WatchStatus } from './schema.ts';
import type { WatchKey } from './watch-store.ts';

export interface WatchState {
  /** `NOT_WATCHED`: no process has looked for a while. */
  status: WatchStatus | 'NOT_WATCHED';
  detail: string | null;
  /** Blocks known to exist but not read yet. */
  unreadBlocks: bigint;
  /** Blocks read once but not yet a second time. */
  notRereadBlocks: bigint;
  watchedAt: Date | null;
}

const SILENT_MS = 60_000;

/** State of the deposit watch, whichever process runs it. */
export async function readWatchState(db: Queryable, { chainId, vault }: WatchKey, now: Date): Promise<WatchState> {
  const [row] = await db
    .select()
    .from(chainWatch)
    .where(and(eq(chainWatch.chainId, chainId), eq(chainWatch.vault, vault)));
  if (row === undefined) return { status: 'NOT_WATCHED', detail: null, unreadBlocks: 0n, notRereadBlocks: 0n, watchedAt: null };
  const { status, statusDetail: detail, headNumber, scannedNumber, rereadNumber, watchedAt } = row;
  const isSilent = watchedAt === null || now.getTime() - watchedAt.getTime() > SILENT_MS;
  return {
    status: status === 'WATCHING' && isSilent ? 'NOT_WATCHED' : status,
    detail,
    unreadBlocks: headNumber - scannedNumber,
    notRereadBlocks: scannedNumber - rereadNumber,
    watchedAt,
  };
}
