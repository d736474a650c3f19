import { expect, test } from 'vitest';
import { createTurnTaker } from '../../../../provider/http/guarded-server.ts';

/** Turns advanced by the test: what is scheduled during one starts in the next, as with setImmediate. */
function byHand() {
  let due: (() => void)[] = [];
  const pass = (): void => {
    const now = due;
    due = [];
    for (const begin of now) begin();
  };
  return { nextTurn: (begin: () => void) => void due.push(begin), pass, planned: () => due.length };
}

test('starts one request per client and turn, in order of arrival', () => {
  const { nextTurn, pass, planned } = byHand();
  const takeTurn = createTurnTaker(nextTurn);
  const begun: string[] = [];
  for (const request of ['crowd 1', 'crowd 2', 'crowd 3', 'other 1', 'other 2']) {
    takeTurn(request.slice(0, 5), () => void begun.push(request));
  }
  expect(begun).toEqual([]);
  pass();
  expect(begun.splice(0)).toEqual(['crowd 1', 'other 1']);
  pass();
  expect(begun.splice(0)).toEqual(['crowd 2', 'other 2']);
  pass();
  expect(begun.splice(0)).toEqual(['crowd 3']);
  expect(planned()).toBe(0);
});

test('a late client waits for one turn, however many requests of another are queued', () => {
  const { nextTurn, pass } = byHand();
  const takeTurn = createTurnTaker(nextTurn);
  const begun: string[] = [];
  for (let count = 0; count < 500; count += 1) takeTurn('crowd', () => void begun.push('crowd'));
  pass();
  takeTurn('late', () => void begun.push('late'));
  pass();
  expect(begun).toEqual(['crowd', 'crowd', 'late']);
});

test('a request that fails at its start blocks no client, not even its own', async () => {
  const failures: unknown[] = [];
  const takeTurn = createTurnTaker((begin) =>
    setImmediate(() => {
      try {
        begin();
      } catch (error) {
        failures.push(error);
      }
    }),
  );
  const fault = new Error('failed as it began');
  takeTurn('faulty', () => {
    throw fault;
  });
  await new Promise<void>((resolve) => takeTurn('faulty', resolve));
  expect(failures).toEqual([fault]);
});
