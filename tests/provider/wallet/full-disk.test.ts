import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, fund, newPerson, sendTransfer } from './transfers.ts';

it('while the database’s disk is full, payments are refused and take nothing, reads continue, and the same payment succeeds once there is room', async () => {
  const provider = await startProvider();
  const [ada, bob] = [await newPerson(provider), await newPerson(provider)];
  await fund(provider, ada.id, 'USDT', '100');
  const body = await composeTransfer(provider, ada, { to: bob, amount: '10' });
  const key = randomUUID();
  const before = await balanceOf(provider, ada);

  // As PostgreSQL says it where a table can't grow; a full disk of its log ends the server, which the durability tests do.
  await provider.pool.query(`
    create function refuse_for_want_of_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on ledger_entry execute function refuse_for_want_of_room();`);
  const refused = await sendTransfer(provider, ada, body, key);
  expect(refused).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await balanceOf(provider, ada)).toBe(before);
  expect(await provider.send('GET', '/wallet/overview', { token: ada.token })).toMatchObject({ status: 200 });

  await provider.pool.query('drop trigger full_disk on ledger_entry');
  const [first, again] = [await sendTransfer(provider, ada, body, key), await sendTransfer(provider, ada, body, key)];
  expect(first).toMatchObject({ status: 200 });
  expect(again.data).toEqual(first.data);
  // With its fee, 10 basis points.
  expect([before, await balanceOf(provider, ada)]).toEqual(['100', '89.99']);
});
