import { defineCall } from './define-call.ts';
import { address, amount, bytes32, count, day, usd, walletType } from './scalars.ts';
import { z } from './zod.ts';

export const walletBalance = z.object({
  walletType,
  balance: amount,
  locked: amount,
  usd: z.nullable(usd),
  decimals: count,
  /** Null for the chain's native coin. */
  tokenAddress: z.nullable(address),
});

/** The member's leaf of a Merkle sum tree, and the path to its root. */
export const reserveProof = z.object({
  date: day,
  root: bytes32,
  salt: bytes32,
  path: z.array(z.object({ side: z.enum(['LEFT', 'RIGHT']), hash: bytes32, sums: z.object({ JU: amount, JUF: amount, USDT: amount }) })),
});

/** `usd` is null while no price is known, `vault` if there is none to deposit into. */
export const walletOverview = defineCall({
  method: 'GET',
  path: '/wallet/overview',
  auth: 'session',
  idempotent: false,
  output: z.object({
    walletList: z.array(walletBalance),
    totalUsd: z.nullable(usd),
    vault: z.nullable(address),
    pendingDeposits: z.array(z.object({ hash: bytes32, walletType, amount, confirmations: count })),
    reserveProof: z.optional(reserveProof),
  }),
  errors: [],
});
