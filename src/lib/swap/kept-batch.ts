import { z } from '../api/contract/zod.ts';
import { json, keptOnDevice } from '../storage/kept.ts';
import { trackedTransaction } from '../transactions/tracked-transaction.ts';

/** An approval and its trade that a wallet accepted as a batch, stored from the confirmation until their transaction is known. */
const batch = z.object({
  /** The wallet's id for it (EIP-5792). */
  id: z.string(),
  /** The exchange rejects it afterwards; in ms since the epoch. */
  deadlineMs: z.number(),
  transaction: z.omit(trackedTransaction, { hash: true }),
});

export type KeptBatch = z.infer<typeof batch>;

/** Survives the session, like other sent transactions. */
export const keptBatch = keptOnDevice('jufi:swap-batch', json(batch));
