import { mulDivFloor } from '../amount.ts';
import { amount, bytes32, text, time } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';
import { BASIS_POINTS } from '../basis-points.ts';

const tokenReserves = z.object({
  /** On the chain. */
  vault: amount,
  /** Null if the provider is the operator's own, so that only the chain can be queried. */
  ledger: z.nullable(
    z.object({
      owedInAll: amount,
      /** Owed to members in their wallets; reserved for them; arriving; reserved for promises not yet made; the operator's own. */
      owed: z.object({ members: amount, promised: amount, arriving: amount, pools: amount, operator: amount }),
      /** Sold, but not minted on the chain yet. */
      notMinted: amount,
      /** Lost on the chain, and not covered yet. */
      uncoveredLoss: amount,
      /** Taken out of the vault by the operator so far, from fees and sales. */
      withdrawn: amount,
    }),
  ),
});

/** The public figures of debts and of what covers them. */
export const reserves = z.object({
  /** When they were read. */
  at: time,
  /** The block they refer to. */
  block: z.object({ number: text, hash: bytes32 }),
  vault: text,
  /** Whether the vault held all that was owed; null if only the chain could be queried. */
  isCovered: z.nullable(z.boolean()),
  tokens: z.object({ JU: tokenReserves, JUF: tokenReserves, USDT: tokenReserves }),
  /** The latest tree of members' balances at the end of a day; null while there is none. */
  tree: z.nullable(z.object({ date: text, root: bytes32, total: z.object({ JU: amount, JUF: amount, USDT: amount }) })),
});

export type Reserves = z.output<typeof reserves>;
export type TokenReserves = z.output<typeof tokenReserves>;
/** As they are published: amounts are decimal strings in whole tokens. */
export type PublishedReserves = z.input<typeof reserves>;

/** A reader is waiting for the page. */
const TIMEOUT_MS = 3_000;

/**
 * Holdings divided by debts, in basis points, rounded down to the tenth of a percent that is shown; null if nothing is owed, or it's unknown. JUF that was
 * sold and isn't minted yet counts as held.
 */
export function coverRatio({ vault, ledger }: TokenReserves): number | null {
  if (ledger === null) return null;
  const { owedInAll: owed, notMinted } = ledger;
  return owed === 0n ? null : 10 * Number(mulDivFloor(vault + notMinted, BASIS_POINTS / 10n, owed));
}

/** Whether part of what counts as held was sold and isn't on the chain yet. */
export function isPartNotMinted({ ledger }: TokenReserves): boolean {
  return ledger !== null && ledger.notMinted > 0n;
}

/** The reserves for a page, as they are published; null if they are unknown or not available in time. */
export async function readPublished(read: (() => Promise<PublishedReserves | null>) | undefined): Promise<PublishedReserves | null> {
  if (read === undefined) return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    // The failure has been logged at its source; the page says that there is nothing to show.
    return await Promise.race([read().catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same, to reckon with. */
export async function readReserves(read: (() => Promise<PublishedReserves | null>) | undefined): Promise<Reserves | null> {
  return z.safeParse(reserves, await readPublished(read)).data ?? null;
}
