import { ChainUnavailable } from '../chain-reader.ts';
import { isRefusal } from './is-refusal.ts';

/** Finds a block range for log queries by trial, since nodes limit blocks, logs or time, and each reports it differently. */
export interface RangeSize {
  /** Queries from `from` to `last`, or as far as the node allows; returns the answer and where it ended. */
  read<Answer>(from: bigint, last: bigint, readUntil: (to: bigint) => Promise<Answer>): Promise<{ to: bigint; answer: Answer }>;
}

const LARGEST = 5_000n;
/** A dead node looks like one that takes too long, but asking it for ever less is pointless. */
const MOST_SILENCES = 3;
/** A range that was too large once needn't stay so: logs are denser in some blocks than in others. */
const FORGET_AFTER = 50;

export function createRangeSize(largest = LARGEST): RangeSize {
  let size = largest;
  let tooLarge: bigint | null = null;
  let successes = 0;

  function grow(): void {
    successes += 1;
    if (successes % FORGET_AFTER === 0) tooLarge = null;
    const doubled = size * 2n > largest ? largest : size * 2n;
    if (tooLarge === null || doubled < tooLarge) size = doubled;
  }

  return {
    async read(from, last, readUntil) {
      let silences = 0;
      for (;;) {
        const to = from + size - 1n < last ? from + size - 1n : last;
        const asked = to - from + 1n;
        try {
          const answer = await readUntil(to);
          if (asked === size) grow();
          return { to, answer };
        } catch (error) {
          if (!(error instanceof ChainUnavailable) || asked === 1n) throw error;
          if (!isRefusal(error)) silences += 1;
          if (silences === MOST_SILENCES) throw error;
          tooLarge = asked;
          size = asked / 2n;
        }
      }
    },
  };
}
