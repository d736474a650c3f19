import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { Database } from '../../../provider/db/database.ts';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postAlone } from '../../../provider/ledger/post.ts';
import { promises } from '../../../provider/modules/promises.ts';
import type { Acknowledged, PayingMember } from './paying-member.ts';

const START_USDT = 1_000_000_000_000n;
/** How many payments are repeated: of the last ones, which a kill is likeliest to lose, and as many of the others. */
const REPEATED = 6;

/** Members who pay one another all the time, until they are told to stop. */
export function work(members: readonly PayingMember[], log: Acknowledged[], pauseMs = 0) {
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
        pauseMs,
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

/** Each is answered as it was the first time. */
export async function verifyRepeats(members: readonly PayingMember[], log: readonly Acknowledged[]): Promise<void> {
  const others = Array.from({ length: REPEATED }, () => log[Math.floor(Math.random() * log.length)]);
  for (const transfer of [...log.slice(-REPEATED), ...others]) {
    const member = members.find(({ id }) => id === transfer?.from);
    if (transfer === undefined || member === undefined) throw new Error('a transfer of nobody');
    expect(await member.repeat(transfer)).toBe(transfer.answer);
  }
}

/** The ledger holds the transfers of the log, each once, and no others; every balance is what they leave. */
export async function verify(database: Database, members: readonly PayingMember[], log: readonly Acknowledged[]): Promise<void> {
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

export async function fund(database: Database, members: readonly PayingMember[]): Promise<void> {
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
