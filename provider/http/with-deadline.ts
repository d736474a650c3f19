import { Refusal } from './refusal.ts';

/** Settles in time even if the work never does; what keeps running is limited by its own timeouts. */
export async function withDeadline<Result>(work: Promise<Result>, deadlineMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal('SERVICE_UNAVAILABLE', { cause: new Error(`no answer within ${deadlineMs} ms`) })),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
