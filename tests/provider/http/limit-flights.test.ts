import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFlightLimiter } from '../../../provider/http/turns.ts';

const forever = { patienceMs: Infinity, atOnceBesideOthers: 1 };

interface Flight {
  key: string;
  land: () => void;
}

/** Starts one call per given key, and tells which ones are running. */
function fly(limit: ReturnType<typeof createFlightLimiter>, keys: readonly string[]) {
  const running: Flight[] = [];
  const answers = keys.map((key) =>
    limit(key, () => new Promise<string>((resolve) => void running.push({ key, land: () => resolve(key) }))),
  );
  const settled = Promise.allSettled(answers);
  return { running, settled, turn: () => new Promise<void>((resolve) => void setImmediate(resolve)) };
}

test('never exceeds a key’s concurrent calls, whatever the others do, and eventually runs each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), async (keys, atOnce) => {
      const { running, settled, turn } = fly(createFlightLimiter({ atOnce, waiting: 100, ...forever }), keys);
      await turn();
      for (let landed = 0; landed < keys.length; landed += 1) {
        for (const key of 'abc') expect(running.filter((flight) => flight.key === key).length).toBeLessThanOrEqual(atOnce);
        running.shift()?.land();
        await turn();
      }
      expect((await settled).map(({ status }) => status)).toEqual(keys.map(() => 'fulfilled'));
    }),
    { numRuns: 30 },
  );
});

test('refuses calls when the queue is full, and accepts more once it has moved', async () => {
  const limit = createFlightLimiter({ atOnce: 1, waiting: 2, ...forever });
  const { running, settled, turn } = fly(limit, ['a', 'a', 'a', 'a', 'b']);
  await turn();
  expect(running.map(({ key }) => key)).toEqual(['a', 'b']);
  for (let left = 4; left > 0; left -= 1) {
    running.shift()?.land();
    await turn();
  }
  const outcomes = await settled;
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[3]).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': '1' } } });
  await expect(limit('a', () => Promise.resolve('again'))).resolves.toBe('again');
});

test('a call doesn’t run if its caller has been answered meanwhile', async () => {
  let nowMs = 0;
  const limit = createFlightLimiter({ ...forever, atOnce: 1, waiting: 9, patienceMs: 15_000 }, () => nowMs);
  const { running, settled, turn } = fly(limit, ['a', 'a', 'a']);
  await turn();
  nowMs = 15_001;
  running.shift()?.land();
  await turn();
  expect(running).toEqual([]);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('works off a backlog at full width while alone, and gives way as soon as someone else is active', async () => {
  let nowMs = 0;
  const limit = createFlightLimiter({ ...forever, atOnce: 4, waiting: 99 }, () => nowMs);
  const { running, settled, turn } = fly(
    limit,
    Array.from({ length: 30 }, () => 'crowd'),
  );
  const landOne = async (): Promise<number> => {
    running.shift()?.land();
    await turn();
    return running.length;
  };
  await turn();
  expect(running).toHaveLength(4);
  expect(await landOne()).toBe(4);
  await limit('other', () => Promise.resolve());
  expect([await landOne(), await landOne(), await landOne(), await landOne()]).toEqual([3, 2, 1, 1]);
  // The other has left.
  nowMs += 251;
  expect(await landOne()).toBe(4);
  for (let left = 30; left > 0; left -= 1) await landOne();
  expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
});

test('starts fewer calls of a key at once while others call', async () => {
  let nowMs = 0;
  const limit = createFlightLimiter({ ...forever, atOnce: 4, atOnceBesideOthers: 2, waiting: 99 }, () => nowMs);
  await limit('other', () => Promise.resolve());
  const page = ['page', 'page', 'page', 'page'];
  const beside = fly(limit, page);
  await beside.turn();
  expect(beside.running).toHaveLength(2);
  nowMs += 251;
  const alone = fly(limit, ['later', 'later', 'later', 'later']);
  await alone.turn();
  expect(alone.running).toHaveLength(4);
});
