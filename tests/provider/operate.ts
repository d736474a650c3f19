import type { Transaction } from '../../provider/db/database.ts';
import { createDatabase } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import type { TestProvider } from './start-provider.ts';

/** Works on the provider's database alongside it, like an operator's tool. */
export function operate<Result>({ pool }: TestProvider, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(createDatabase(pool), run);
}
