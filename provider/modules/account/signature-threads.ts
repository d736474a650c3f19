import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type RecoverSignerTask } from './recover-signer-task.ts';
import { isSignedByKeyOf } from './recover-signer.ts';

export interface SignatureThreads {
  /** As `isSignedByKeyOf`, while the process goes on with other calls. */
  isSignedByKeyOf(task: RecoverSignerTask): Promise<boolean>;
  close(): Promise<void>;
}

export interface SignatureThreadsOptions {
  /** Told what made this process recover a signature by itself. */
  onLoss: (error: unknown) => void;
  task?: URL;
  /** How long a thread may take; one that cannot be begun never answers. */
  patienceMs?: number;
}

const MOST_THREADS = 4;

/** Signatures are recovered in threads of their own, begun with the first: it takes a fifth of all a transfer takes, during which nobody else is answered. */
export function createSignatureThreads({
  onLoss,
  task = new URL('./recover-signer-task.ts', import.meta.url),
  patienceMs = 1_000,
}: SignatureThreadsOptions): SignatureThreads {
  const threads = new Piscina<RecoverSignerTask, boolean>({
    filename: task.href,
    name: 'recoverSigner',
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    idleTimeout: Infinity,
    // Handing one over takes longer than the thread would wait for the next.
    concurrentTasksPerWorker: 8,
  });
  // Nobody listening, it would end the process.
  threads.on('error', onLoss);
  return {
    // A thread that cannot be begun, or died, must not keep a member from their money.
    isSignedByKeyOf: async (signed) => {
      const patience = new AbortController();
      // Unlike AbortSignal.timeout, it can be taken back, which most of them are.
      const timer = setTimeout(() => patience.abort(), patienceMs);
      try {
        return await threads.run(signed, { signal: patience.signal });
      } catch (error) {
        onLoss(error);
        return isSignedByKeyOf(signed.address, signed.hash, signed.signature);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => threads.destroy(),
  };
}
