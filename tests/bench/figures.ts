export function reportRate(name: string, tps: readonly number[], reference: readonly number[]): void {
  const ratio = reference.length === 0 ? 'pgbench not run' : `${(median(tps) / median(reference)).toFixed(2)} of pgbench`;
  console.log(
    tps.length === 0
      ? `${name}: not run`
      : `${name}: ${median(tps).toFixed(0)} transactions/s (${ratio}; rounds ${tps.map((n) => n.toFixed(0)).join(', ')})`,
  );
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

/** This many clients, each repeating its request as soon as it's answered. Returns the response times in milliseconds, and the rate per second. */
export async function measureConcurrently(
  clients: number,
  seconds: number,
  request: () => Promise<boolean>,
): Promise<{ timesMs: number[]; rate: number }> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const timesMs: number[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const askedAt = performance.now();
      if (!(await request())) return;
      timesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { timesMs, rate: timesMs.length / ((performance.now() - startedAt) / 1_000) };
}
