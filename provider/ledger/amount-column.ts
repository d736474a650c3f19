import { customType } from 'drizzle-orm/pg-core';

/** Integer base units in a module's table, of the ledger's own type, which refuses fractions, NaN and more than 60 digits. */
export const amountColumn = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'ledger_amount',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
});
