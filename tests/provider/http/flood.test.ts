import { expect, test } from 'vitest';
import { startProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

/** More than the database connections plus a member's queue. */
const FLOOD = 60;

test('a member whose calls all wait for a lock doesn’t block other members', async () => {
  const provider = await startProvider({ deadlineMs: 10_000 });
  const [attacker, other] = [await signIn(provider), await signIn(provider)];
  const blocker = await provider.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query("select pg_advisory_xact_lock(hashtext('names'))");
    // From many addresses, like an attacker with a network of machines.
    const flood = Array.from({ length: FLOOD }, (_, number) =>
      provider.send('POST', '/profile/editUid', {
        token: attacker.token,
        body: { uid: `flood${number}x` },
        clientAddress: `198.51.100.${number}`,
      }),
    );
    await expect.poll(() => waitingForLocks(provider.pool), { timeout: 10_000 }).toBe(6);
    expect(await provider.send('GET', '/wallet/overview', { token: other.token })).toMatchObject({ status: 200 });
    expect(await provider.send('POST', '/sales/juScore/claim', keyed(other.token))).toMatchObject({ status: 200 });
    expect(await waitingForLocks(provider.pool)).toBe(6);
    await blocker.query('rollback');
    const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([200, 422]);
  } finally {
    blocker.release();
  }
});

function keyed(token: string) {
  return { token, body: {}, headers: { 'idempotency-key': crypto.randomUUID() } };
}

async function waitingForLocks(pool: { query: (text: string) => Promise<{ rows: { count: string }[] }> }): Promise<number> {
  const { rows } = await pool.query(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'",
  );
  return Number(rows[0]?.count);
}
