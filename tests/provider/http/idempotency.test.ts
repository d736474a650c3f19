import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetAnswers } from '../../../provider/http/idempotency/forget-answers.ts';
import { Refusal } from '../../../provider/http/refusal.ts';
import { signIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';
import { count, startTally, type TallyParts } from './idempotency-app.ts';

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

describe('the same key and body', () => {
  it('give the first answer again, whatever the order and the spaces of the body', async () => {
    const { send } = await startTally(shared, token, doing);
    const key = randomUUID();
    const first = await send({ what: 'again' }, key);
    expect(first).toMatchObject({ status: 200, data: { what: 'again' } });
    const second = await send({ what: 'again' }, key.toUpperCase());
    expect(second.data).toEqual(first.data);
    expect(await timesDone('again')).toBe(1);
  });

  it('do it again for another member, and after 24 hours', async () => {
    const { send } = await startTally(shared, token, doing);
    const other = await signIn(shared);
    const key = randomUUID();
    await send({ what: 'others' }, key);
    await send({ what: 'others' }, key, { token: other.token });
    expect(await timesDone('others')).toBe(2);
    shared.time.advance(DAY_MS);
    ({ token } = await signIn(shared));
    await send({ what: 'others' }, key, { token });
    await send({ what: 'others' }, key, { token });
    expect(await timesDone('others')).toBe(3);
  });
});
