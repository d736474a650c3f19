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
