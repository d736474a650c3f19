import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';

export interface Attempt {
  isBusy: boolean;
  failure: string | null;
  /** Runs one act at a time, and shows its error in place. */
  attempt: (act: () => Promise<string | null>) => void;
}

/** An act that may fail, and the words for that. */
export function useAttempt(failed: string): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (act: () => Promise<string | null>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      setFailure(await act());
    } catch (error) {
      setFailure(error instanceof ApiError && error.message !== '' ? error.message : failed);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, attempt: (act) => void run(act) };
}
