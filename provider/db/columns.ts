import { sql, type SQLWrapper } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import { bytesToHex, type Hex, hexToBytes } from 'viem';

/** In milliseconds, which are all that a `Date` holds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

export const hexColumn = (type: 'ledger_digest' | 'bytea') =>
  customType<{ data: Hex; driverData: Buffer }>({
    dataType: () => type,
    fromDriver: (value) => bytesToHex(value),
    toDriver: (value) => Buffer.from(hexToBytes(value)),
  });

export const digest = hexColumn('ledger_digest');

/** In base units; as `numeric`, since the columns' own type is of at most 60 digits. */
export const sumOf = (column: SQLWrapper) => sql`coalesce(sum(${column}::numeric), 0)`.mapWith((value: string) => BigInt(value));
