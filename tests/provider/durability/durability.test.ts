import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 } from 'uuid';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postAlone } from '../../../provider/ledger/post-alone.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type KillablePair, startKillablePair } from './killable-provider.ts';
import { type Acknowledged, type PayingMember, signInMember } from './paying-member.ts';

/** `npm run sweep` runs many more. */
const ROUNDS = Number(process.env['DURABILITY_ROUNDS'] ?? 6);
const SITE_URL = 'https://jufi.example';
const CLIENTS = 4;
const START_USDT = 1_000_000_000_000n;
/** The last acknowledged ones, which a kill is most likely to lose, and some of all others. */
const REPEATED = 6;

it(
  `nothing acknowledged is lost or done twice when provider and PostgreSQL are killed during writes (${ROUNDS} rounds)`,
  async () => {
    const folder = temporaryFolder('durability');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const pair = await startKillablePair({
      postgresKind: inject('postgresKind'),
      folder: join(folder, 'postgres'),
      chainUrl: inject('chainUrl'),
      siteUrl: SITE_URL,
    });
    onTestFinished(() => pair.stop());
    const members = await Promise.all(Array.from({ length: CLIENTS }, () => signInMember(pair.url, SITE_URL)));
    await withLedger(pair, (database) => fund(database, members));

    // The log of acknowledged transfers is kept here, where no kill reaches it.
    const log: Acknowledged[] = [];
    const running = work(members, log);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = log.length;
      await expect.poll(() => log.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 2 * CLIENTS);
      // At a different moment of a write each time; which one doesn't matter.
      await pause(Math.random() * 40);
      await (round % 2 === 0 ? pair.killPostgres() : pair.killProvider());
      await verifyRepeats(members, log);
      running.throwIfFailed();
    }
    await running.stop();
    await withLedger(pair, (database) => verify(database, members, log));
  },
  120_000 + 10_000 * ROUNDS,
);

function work(members: readonly PayingMember[], log: Acknowledged[]) {
  let isStopped = false;
  const failures: unknown[] = [];
  const clients = members.map((member, index) => {
    const others = members.filter((other) => other !== member);
    let turn = index;
    const pickRecipient = (): PayingMember => others[(turn += 1) % others.length] ?? member;
    return member
      .payUntil(
        () => isStopped,
        pickRecipient,
        (transfer) => void log.push(transfer),
      )
      .catch((error: unknown) => void failures.push(error));
  });
  const throwIfFailed = (): void => {
    if (failures.length > 0) throw new AggregateError(failures, 'a client was refused');
  };
  return {
    throwIfFailed,
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
      throwIfFailed();
    },
  };
}

/** Each gets the same response as the first time. */
async function verifyRepeats(members: readonly PayingMember[], log: readonly Acknowledged[]): Promise<void> {
  const others = Array.from({ length: REPEATED }, () => log[Math.floor(Math.random() * log.length)]);
  for (const transfer of [...log.slice(-REPEATED), ...others]) {
    const member = members.find(({ id }) => id === transfer?.from);
    if (transfer === undefined || member === undefined) throw new Error('a transfer of nobody');
    expect(await member.repeat(transfer)).toBe(transfer.answer);
  }
}

/** The ledger contains the log's transfers, each once, and no others, and every balance matches them. */
async function verify(database: Database, members: readonly PayingMember[], log: readonly Acknowledged[]): Promise<void> {
  const { rows } = await database.$client.query<{ id: string }>(
    `select id::text from ledger_transaction where kind = 'TRANSFER' order by id`,
  );
  expect(rows.map(({ id }) => id)).toEqual(log.map(({ transactionId }) => transactionId).toSorted());
  for (const { id } of members) {
    const moved = log.reduce((sum, { from, to, amount, fee }) => sum - (from === id ? amount + fee : 0n) + (to === id ? amount : 0n), 0n);
    expect(await accountBalance(database, memberAccount('AVAILABLE', id), 'USDT')).toBe(START_USDT + moved);
  }
  expect(await accountBalance(database, pooledAccount('FEES'), 'USDT')).toBe(log.reduce((sum, { fee }) => sum + fee, 0n));
  expect(await auditLedger(database, promises)).toMatchObject({ sound: true });
}

async function fund(database: Database, members: readonly PayingMember[]): Promise<void> {
  for (const { id } of members) {
    await postAlone(database, {
      id: v7(),
      kind: 'DEPOSIT',
      occurredAt: new Date(),
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -START_USDT },
        { account: memberAccount('AVAILABLE', id), token: 'USDT', amountBaseUnits: START_USDT },
      ],
    });
  }
}

async function withLedger(pair: KillablePair, run: (database: Database) => Promise<void>): Promise<void> {
  const pool = createPool(pair.databaseUrl, { max: 2 });
  try {
    await run(createDatabase(pool));
  } finally {
    await pool.end();
  }
}
