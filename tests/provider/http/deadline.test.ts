import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { signIn } from '../sign-in.ts';
import { type Answer, startProvider, type TestProvider } from '../start-provider.ts';
import { fund } from '../wallet/transfers.ts';

interface Buyer {
  buy: () => Promise<Answer>;
  /** Points that are there once nothing is under way any more. */
  points: () => Promise<number>;
  id: string;
  provider: TestProvider;
}

/** A member of a process that answers within a fraction of a second. */
async function startBuyer(deadlineMs: number): Promise<Buyer> {
  // The member signs in where timing doesn't matter.
  const patient = await startProvider();
  const { token, id } = await signIn(patient);
  await fund(patient, id, 'USDT', '100');
  const provider = await startProvider({ databaseUrl: patient.databaseUrl, deadlineMs });
  const busy = `select count(*)::integer as busy from pg_stat_activity where datname = current_database() and application_name = 'jufi' and state <> 'idle'`;
  return {
    id,
    provider,
    buy: () =>
      provider.send('POST', '/sales/juScore/purchase', { token, body: { points: 1 }, headers: { 'idempotency-key': randomUUID() } }),
    async points() {
      await expect.poll(async () => (await patient.pool.query<{ busy: number }>(busy)).rows, { timeout: 20_000 }).toEqual([{ busy: 0 }]);
      return (await patient.call('juScoreInfo', { token })).score;
    },
  };
}

it('a purchase that waited too long is refused, and isn’t made afterwards', async () => {
  const { buy, points, id, provider } = await startBuyer(300);
  const client = await provider.pool.connect();
  await client.query('begin');
  await client.query('select from member where id = $1 for update', [id]);
  expect(await buy()).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  await client.query('rollback');
  client.release();
  expect(await points()).toBe(0);
});

it('a purchase that is being committed when its time is up is answered with what came of it', async () => {
  const { buy, points, provider } = await startBuyer(1_000);
  await provider.pool.query(`
    create function commit_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
    create constraint trigger commit_slowly after insert on ledger_transaction deferrable initially deferred for each row execute function commit_slowly();`);
  expect(await buy()).toMatchObject({ status: 200 });
  expect(await points()).toBe(1);
});

it('a hundred purchases of one member at once are made or refused, and those that were refused are never made', async () => {
  const { buy, points } = await startBuyer(700);
  const answers = await Promise.all(Array.from({ length: 100 }, buy));
  const made = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(await points()).toBe(made);
});
