import { defineCall } from './define-call.ts';
import { count, paging, time, walletType } from './scalars.ts';
import { transaction, transactionKind } from './transaction.ts';
import { z } from './zod.ts';

/** Newest first; `from` is inclusive, `to` exclusive. */
export const walletTransactionList = defineCall({
  method: 'GET',
  path: '/wallet/transaction/list',
  auth: 'session',
  idempotent: false,
  query: z.object({
    ...paging,
    walletType: z.optional(walletType),
    kind: z.optional(transactionKind),
    from: z.optional(time),
    to: z.optional(time),
  }),
  output: z.object({ data: z.array(transaction), totalPage: count }),
  errors: [],
});
