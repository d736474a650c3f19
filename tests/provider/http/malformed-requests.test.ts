import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { calls } from '../../../provider/handlers.ts';
import { startProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';
import { malformedRequest, seededDraw } from './malformed-requests.ts';

/** `npm run test:long` sends many more. */
const REQUESTS = Number(process.env['MALFORMED_REQUESTS'] ?? 2_000);
const SEED = Number(process.env['MALFORMED_SEED'] ?? 210_000);

it(
  `${REQUESTS} malformed requests to all calls are the client's mistake, and change nothing (seed ${SEED})`,
  async () => {
    const provider = await startProvider({ developmentContent: true, limits: { callsPerClient: 1e9, signInsPerClient: 1e9 } });
    const { token } = await signIn(provider);
    const definitions = Object.values(calls);
    const draw = seededDraw(SEED);
    const before = await digest(provider.pool);
    for (let count = 0; count < REQUESTS; count += 1) {
      const definition = definitions[count % definitions.length];
      if (definition === undefined) throw new Error('the contract has no calls');
      const request = malformedRequest(definition, token, draw);
      const told = `${count}: ${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${await request.clone().text()}`;
      const response = await provider.raw(request);
      if (response.status >= 500 || response.status < 200)
        throw new Error(`${response.status} for ${told}\n${await response.text()}\n${provider.logged.slice(-3).join('')}`);
      await response.arrayBuffer();
    }
    expect(await digest(provider.pool)).toEqual(before);
  },
  60_000 + 20 * REQUESTS,
);

/**
 * Every row of every table, except what mere reading may change (counters of attempts and look-ups, nonces, pages shown, when a session was
 * last used), and refusals stored for valid keys.
 */
async function digest(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('attempt', 'idempotent_answer', 'list_page', 'look_up', 'session', 'sign_in_nonce')`,
  );
  const digests: Record<string, string> = {};
  for (const source of [...tables.map(({ name }) => name), '(select token_hash, member_id, ended_at from session)']) {
    const { rows } = await pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${source} t`,
    );
    digests[source] = rows[0]?.digest ?? '';
  }
  return digests;
}
