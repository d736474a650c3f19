import { customType } from 'drizzle-orm/pg-core';

/** Whole base units in a table beside the ledger's: of the same type, which refuses fractions, NaN and more than 60 digits. */
export const amountColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'ledger_amount',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});
