import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Family } from './format-metrics.ts';

interface PushRow extends Record<string, unknown> {
  waiting: string;
  failing: string;
  behind_seconds: string;
}

/** Pending messages to browsers, and whether a process sends them. Sent and abandoned messages aren't counted. */
export async function readPushGauges(database: Queryable, now: Date): Promise<Family[]> {
  const { rows } = await database.execute<PushRow>(sql`
    select (select count(*) from push_message where due_at is not null and attempts = 0)::text as waiting,
           (select count(*) from push_message where due_at is not null and attempts > 0)::text as failing,
           -- Blocked members are told nothing.
           (select greatest(0, coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(s.told_until)), 0))
              from push_subscription s join member m on m.id = s.member_id where m.blocked_at is null)::text as behind_seconds`);
  return rows.flatMap(({ waiting, failing, behind_seconds: behind }): Family[] => [
    {
      name: 'jufi_push_messages',
      help: 'Messages that browsers are to be told: not tried yet, or tried in vain and to be tried again.',
      type: 'gauge',
      samples: [
        { labels: { state: 'waiting' }, value: Number(waiting) },
        { labels: { state: 'failing' }, value: Number(failing) },
      ],
    },
    {
      name: 'jufi_push_behind_seconds',
      help: 'Until how long ago all that happened was noted for every subscribed browser; 0 where none is subscribed.',
      type: 'gauge',
      samples: [{ value: Number(behind) }],
    },
  ]);
}
