import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../provider/db/database.ts';
import { forgetOld } from '../../../provider/jobs/list-jobs.ts';
import { Refusal } from '../../../provider/http/refusal.ts';
import type { ErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import { signIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';
import { count, startTally, tally, type TallyParts } from './idempotency-app.ts';

const DAY_MS = 86_400_000;

let shared: Awaited<ReturnType<typeof openProvider>>;
let token: string;
beforeAll(async () => {
  shared = await openProvider();
  ({ token } = await signIn(shared));
  await shared.pool.query('create table tally (number integer generated always as identity, what text not null)');
});
afterAll(() => shared.stop());

const doing: TallyParts = { handle: ({ transaction, body }) => count(transaction, body.what) };

async function timesDone(what: string): Promise<number> {
  const { rows } = await shared.pool.query<{ times: string }>('select count(*) as times from tally where what = $1', [what]);
  return Number(rows[0]?.times);
}

async function keptAnswers(key: string): Promise<unknown[]> {
  const { rows } = await shared.pool.query<{ answer: unknown }>('select answer from idempotent_answer where key = $1', [key]);
  return rows.map(({ answer }) => answer);
}

/** A barrier: holds all who arrive until opened, and tells when the expected number has arrived. */
function meeting(expected: number): { arrive: () => Promise<void>; allCame: Promise<void>; open: () => void } {
  const came = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  let missing = expected;
  return {
    arrive: async () => {
      missing -= 1;
      if (missing === 0) came.resolve(undefined);
      await opened.promise;
    },
    allCame: came.promise,
    open: () => opened.resolve(undefined),
  };
}

describe('the same key and body', () => {
  it('return the first response again', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    const first = await send({ what: 'again' }, key);
    expect(first).toMatchObject({ status: 200, data: { what: 'again' } });
    const second = await send({ what: 'again' }, key.toUpperCase());
    expect(second.data).toEqual(first.data);
    expect(await timesDone('again')).toBe(1);
  });

  it('return it again without an error for the database to log, one after the other and at once', async () => {
    const { send, services } = await startTally(shared, token, doing);
    const complaints: string[] = [];
    services.database.$client.on('connect', (client) => {
      // The server logs an ErrorResponse as ERROR.
      const { connection } = client as typeof client & { connection: EventEmitter };
      connection.on('errorMessage', (message: { message?: string }) => complaints.push(message.message ?? 'an error'));
    });
    const key = randomUUID();
    await send({ what: 'quietly' }, key);
    await send({ what: 'quietly' }, key);
    await Promise.all(Array.from({ length: 20 }, () => send({ what: 'quietly' }, key)));
    const together = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => send({ what: 'quietly' }, together)));
    expect(await timesDone('quietly')).toBe(2);
    expect(complaints).toEqual([]);
    // Checks that the capture works.
    await expect(services.database.$client.query('select 1/0')).rejects.toThrow();
    expect(complaints).toEqual(['division by zero']);
  });

  it('execute once per member', async () => {
    const { send } = await startTally(shared, token, doing);
    const other = await signIn(shared);
    const key = randomUUID();
    await send({ what: 'others' }, key);
    await send({ what: 'others' }, key, { token: other.token });
    expect(await timesDone('others')).toBe(2);
  });

  it('return another process’s response', async () => {
    const one = await startTally(shared, token, doing);
    const another = await startTally(shared, token, doing);
    const key = randomUUID();
    const first = await one.send({ what: 'processes' }, key);
    expect((await another.send({ what: 'processes' }, key)).data).toEqual(first.data);
    expect(await timesDone('processes')).toBe(1);
  });

  it('50 times at once on two processes execute once, and all get that response', async () => {
    const one = await startTally(shared, token, doing);
    const other = await startTally(shared, token, doing);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other).send({ what: 'at once' }, key)),
    );
    expect(await timesDone('at once')).toBe(1);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.data).toEqual(answers[0]?.data);
    }
  });

  it('wait for the one in progress, even for its refusal', async () => {
    const work = meeting(1);
    let started = 0;
    const parts: TallyParts = {
      handle: async ({ transaction, body }) => {
        started += 1;
        await count(transaction, body.what);
        await work.arrive();
        throw new Refusal('POOL_DRAINED', { detail: { left: started } });
      },
    };
    const { send } = await startTally(shared, token, parts);
    const key = randomUUID();
    const first = send({ what: 'slow' }, key);
    await work.allCame;
    const others = [send({ what: 'slow' }, key), send({ what: 'slow' }, key, { language: 'de' })];
    await lockWaiters(2);
    work.open();
    expect(await first).toMatchObject({ status: 409, code: 'POOL_DRAINED', detail: { left: 1 } });
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ status: 409, code: 'POOL_DRAINED', detail: { left: 1 } });
    expect(started).toBe(1);
    expect(await timesDone('slow')).toBe(0);
  });
});

/** Polls the database until this many sessions wait for a key. */
async function lockWaiters(wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await shared.pool.query<{ waiting: string }>(
      `select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
    );
    if (Number(rows[0]?.waiting) >= wanted) return;
  }
}

describe('the same key', () => {
  it('with another body is refused, and does nothing', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    await send({ what: 'one' }, key);
    expect(await send({ what: 'two' }, key)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await timesDone('two')).toBe(0);
    expect(await send({ what: 'one' }, key)).toMatchObject({ status: 200 });
  });

  it('with another body at the same moment is refused for all but one', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => send({ what: `body ${index}` }, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(11);
  });

  it('is free again after 24 hours, and not a millisecond before', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    await send({ what: 'yesterday' }, key);
    shared.time.advance(DAY_MS - 1);
    const today = await signIn(shared);
    expect(await send({ what: 'today' }, key)).toMatchObject({ status: 401 });
    ({ token } = await signIn(shared, today.wallet));
    const fresh = await startTally(shared, token, doing);
    const own = randomUUID();
    await fresh.send({ what: 'first' }, own);
    shared.time.advance(1);
    expect(await fresh.send({ what: 'second' }, own)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('a refusal', () => {
  const refusing = (code: ErrorCode): { parts: TallyParts; calls: () => number } => {
    let calls = 0;
    const handle: TallyParts['handle'] = async ({ transaction, body }) => {
      calls += 1;
      await count(transaction, body.what);
      if (calls === 1) throw new Refusal(code, { detail: { attempt: calls } });
      return { number: calls, what: body.what };
    };
    return { parts: { handle }, calls: () => calls };
  };

  it.each(['NOTHING_TO_CLAIM', 'INSUFFICIENT_BALANCE', 'POOL_DRAINED', 'PRICE_UNAVAILABLE'] as const)(
    'by a rule is stored as the response: %s',
    async (code) => {
      const { parts, calls } = refusing(code);
      const { send } = await startTally(shared, token, parts);
      const key = randomUUID();
      expect(await send({ what: code }, key)).toMatchObject({ code, detail: { attempt: 1 } });
      expect(await send({ what: code }, key)).toMatchObject({ code, detail: { attempt: 1 } });
      expect(calls()).toBe(1);
      expect(await timesDone(code)).toBe(0);
    },
  );

  it.each(['CHAIN_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'INTERNAL_ERROR', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'] as const)(
    'unrelated to the call isn’t stored: %s',
    async (code) => {
      const { parts } = refusing(code);
      const { send } = await startTally(shared, token, parts);
      const key = randomUUID();
      expect(await send({ what: code }, key)).toMatchObject({ code });
      expect(await keptAnswers(key)).toEqual([]);
      expect(await send({ what: code }, key)).toMatchObject({ status: 200, data: { number: 2 } });
      expect(await timesDone(code)).toBe(1);
    },
  );

  it('is repeated in the language requested then', async () => {
    const { send } = await startTally(shared, token, refusing('NOTHING_TO_CLAIM').parts);
    const key = randomUUID();
    const english = await send({ what: 'words' }, key, { language: 'en' });
    const german = await send({ what: 'words' }, key, { language: 'de' });
    expect(german.message).not.toBe(english.message);
    expect(german.headers.get('content-language')).toBe('de');
  });

  it('found while preparing is stored too, whatever is found the next time', async () => {
    let prepared = 0;
    const parts: TallyParts<number> = {
      prepare: () => {
        prepared += 1;
        return prepared === 1 ? Promise.reject(new Refusal('PRICE_MOVED')) : Promise.resolve(prepared);
      },
      handle: ({ transaction, body }) => count(transaction, body.what),
    };
    const { send } = await startTally(shared, token, parts);
    const key = randomUUID();
    expect(await send({ what: 'prepared' }, key)).toMatchObject({ status: 422, code: 'PRICE_MOVED' });
    expect(await send({ what: 'prepared' }, key)).toMatchObject({ status: 422, code: 'PRICE_MOVED' });
    expect(await timesDone('prepared')).toBe(0);
  });

  it('while preparing doesn’t hide an earlier response', async () => {
    let reason: ErrorCode | null = null;
    const parts: TallyParts<null> = {
      prepare: () => (reason === null ? Promise.resolve(null) : Promise.reject(new Refusal(reason))),
      handle: ({ transaction, body }) => count(transaction, body.what),
    };
    const { send } = await startTally(shared, token, parts);
    const key = randomUUID();
    const first = await send({ what: 'before' }, key);
    for (const code of ['INTENT_EXPIRED', 'CHAIN_UNAVAILABLE', 'VALIDATION_FAILED'] as const) {
      reason = code;
      expect((await send({ what: 'before' }, key)).data).toEqual(first.data);
      expect(await send({ what: 'other' }, key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(await send({ what: 'before' })).toMatchObject({ code });
    }
    expect(await timesDone('before')).toBe(1);
  });

  it('is deleted once the member has had too many since, oldest first, unlike responses that moved value', { tags: 'full' }, async () => {
    const parts: TallyParts = {
      handle: ({ transaction, body }) =>
        body.what === 'done' ? count(transaction, body.what) : Promise.reject(new Refusal('NOTHING_TO_CLAIM')),
    };
    const { send } = await startTally(shared, token, parts, { refusalsKeptPerMember: 3 });
    const other = await signIn(shared);
    const [done, ofOther, ...refused] = Array.from({ length: 12 }, () => randomUUID());
    await send({ what: 'done' }, done);
    await send({ what: 'of another member' }, ofOther, { token: other.token });
    for (const key of refused) {
      shared.time.advance(1);
      expect(await send({ what: 'refused' }, key)).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
    }
    const kept = await Promise.all([done, ofOther, ...refused].map(async (key) => (await keptAnswers(key ?? '')).length));
    expect(kept).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect(await send({ what: 'done' }, done)).toMatchObject({ status: 200 });
    expect(await timesDone('done')).toBe(1);
    expect(await send({ what: 'something else' }, refused.at(-1))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('of many at once doesn’t exceed the number stored either', { tags: 'full' }, async () => {
    const parts: TallyParts = { handle: () => Promise.reject(new Refusal('NOTHING_TO_CLAIM')) };
    const { send } = await startTally(shared, token, parts, { refusalsKeptPerMember: 5 });
    const member = await signIn(shared);
    const refuse = () => {
      shared.time.advance(1);
      return send({ what: 'many' }, randomUUID(), { token: member.token });
    };
    for (const { code } of await Promise.all(Array.from({ length: 40 }, refuse))) expect(code).toBe('NOTHING_TO_CLAIM');
    // Concurrent writes aren't visible yet; the next one sees them.
    await refuse();
    const { rows } = await shared.pool.query('select from idempotent_answer where member_id = $1', [member.id]);
    expect(rows).toHaveLength(5);
  });

  it('undoes what the call did, but not what it claimed', async () => {
    const parts: TallyParts = {
      claim: async ({ transaction }) => {
        await count(transaction, 'claim');
      },
      handle: async ({ transaction }) => {
        await count(transaction, 'work');
        throw new Refusal('NOTHING_TO_CLAIM');
      },
    };
    const { send } = await startTally(shared, token, parts);
    await send({ what: 'either' });
    expect([await timesDone('claim'), await timesDone('work')]).toEqual([1, 0]);
  });
});

describe('a crash', () => {
  type Query = (...given: unknown[]) => unknown;

  /** Makes a process lose the outcome of its first commit. */
  function loseFirstCommit({ $client: pool }: Database, when: 'BEFORE_COMMIT' | 'AFTER_COMMIT'): void {
    let armed = true;
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as Query;
      const losing = async (): Promise<never> => {
        armed = false;
        if (when === 'AFTER_COMMIT') await query('commit');
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      };
      Object.assign(client, { query: (...given: unknown[]) => (given[0] === 'commit' && armed ? losing() : query(...given)) });
    });
  }

  it.each(['BEFORE_COMMIT', 'AFTER_COMMIT'] as const)('%s: the next attempt executes once, and says so', async (when) => {
    const { send, services } = await startTally(shared, token, doing);
    loseFirstCommit(services.database, when);
    const key = randomUUID();
    expect(await send({ what: when }, key)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    const after = await timesDone(when);
    expect(after).toBe(when === 'AFTER_COMMIT' ? 1 : 0);
    const retried = await send({ what: when }, key);
    expect(retried).toMatchObject({ status: 200, data: { what: when } });
    expect(await timesDone(when)).toBe(1);
    expect(await keptAnswers(key)).toEqual([retried.data]);
  });

  it('in the middle of the work leaves neither value nor response', async () => {
    let calls = 0;
    const parts: TallyParts = {
      handle: async ({ transaction, body }) => {
        calls += 1;
        const done = await count(transaction, body.what);
        if (calls === 1) throw new Error('something nobody thought of');
        return done;
      },
    };
    const { send } = await startTally(shared, token, parts);
    const key = randomUUID();
    expect(await send({ what: 'middle' }, key)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
    expect(await timesDone('middle')).toBe(0);
    expect(await send({ what: 'middle' }, key)).toMatchObject({ status: 200 });
    expect(await timesDone('middle')).toBe(1);
  });

  it('a conflict with others isn’t a response: everything is repeated', async () => {
    let calls = 0;
    const parts: TallyParts = {
      handle: async ({ transaction, body }) => {
        calls += 1;
        const done = await count(transaction, body.what);
        if (calls === 1) await transaction.$client.query(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`);
        return done;
      },
    };
    const { send } = await startTally(shared, token, parts);
    expect(await send({ what: 'conflict' })).toMatchObject({ status: 200 });
    expect(calls).toBe(2);
    expect(await timesDone('conflict')).toBe(1);
  });
});

describe('the key', () => {
  it.each([
    ['is missing', null, 'REQUIRED'],
    ['is empty', '', 'FORMAT'],
    ['is no UUID', 'abc', 'FORMAT'],
    ['has something after it', `${randomUUID()} `.concat('x'), 'FORMAT'],
    ['is in braces', `{${randomUUID()}}`, 'FORMAT'],
  ])('is refused if it %s', async (_, key, reason) => {
    const { send } = await startTally(shared, token, doing);
    expect(await send({ what: 'no key' }, key)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: { fields: { 'Idempotency-Key': reason } },
    });
    expect(await timesDone('no key')).toBe(0);
  });

  it('is checked after the body and before the rules', async () => {
    const parts: TallyParts = {
      validate: ({ body }) => {
        if (body.what === 'bad') throw new Refusal('VALIDATION_FAILED', { detail: { fields: { what: 'BAD' } } });
      },
      handle: () => Promise.reject(new Refusal('NOTHING_TO_CLAIM')),
    };
    const { send } = await startTally(shared, token, parts);
    expect(await send({ wrong: 1 }, null)).toMatchObject({ detail: { fields: { wrong: 'UNKNOWN', what: 'REQUIRED' } } });
    expect(await send({ what: 'bad' }, null)).toMatchObject({ detail: { fields: { what: 'BAD' } } });
    expect(await send({ what: 'good' }, null)).toMatchObject({ detail: { fields: { 'Idempotency-Key': 'REQUIRED' } } });
    expect(await send({ what: 'good' })).toMatchObject({ code: 'NOTHING_TO_CLAIM' });
  });

  it('is ignored by a call that doesn’t take one', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    for (const [what, given] of [
      ['a', key],
      ['b', key],
      ['c', 'nonsense'],
      ['d', null],
    ] as const) {
      expect(await send({ what }, given, { path: '/tests/note' })).toMatchObject({ status: 200, data: { what } });
    }
    expect(await keptAnswers(key)).toEqual([]);
  });
});

it('deletes responses after 24 hours, and no others', async () => {
  const { send } = await startTally(shared, token, doing);
  const key = randomUUID();
  await send({ what: 'kept' }, key);
  const now = shared.time.now.getTime();
  const database = (await startTally(shared, token, doing)).services.database;
  await forgetOld(database, new Date(now + DAY_MS - 1));
  expect(await keptAnswers(key)).toHaveLength(1);
  expect((await forgetOld(database, new Date(now + DAY_MS))).answers).toBeGreaterThan(0);
  expect(await keptAnswers(key)).toEqual([]);
  expect(tally.idempotent).toBe(true);
});
