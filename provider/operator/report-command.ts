import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { toDecimalString } from '../../src/lib/amount.ts';
import { transactionKind } from '../../src/lib/api/contract/transaction.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { liftTimeLimits } from '../db/pool.ts';
import { ACCOUNT_KINDS, type AccountKind, type Token, TOKENS, type TransactionKind } from '../ledger/account.ts';
import { type PricesOn, readDayPrices } from '../modules/year-statement/read-movements.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { openPriceSource } from '../price/price-source.ts';
import { USD_DECIMALS, valueInUsd } from '../price/read-price.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command, CommandInput } from './command.ts';
import { csvField } from './export-rows.ts';

const COLUMNS = ['section', 'account', 'kind', 'token', 'opening', 'in', 'out', 'closing', 'usd', 'explanation'] as const;

type Line = Partial<Record<(typeof COLUMNS)[number], string>> & { section: string };

interface Month {
  from: Date;
  to: Date;
}

export const reportCommand: Command = {
  name: 'report month',
  operands: ['<month>'],
  by: ['FINANCE'],
  what: 'prints a month (2026-11, UTC) as CSV: the trial balance of all accounts, what moved them by kind, each explained, and US$ at the prices of the day',
  run: async (input) => {
    const month = readMonth(input.operands[0] ?? '', systemClock());
    const lines = await report(input.database, month, await readPrices(input, month));
    for (const line of [Object.fromEntries(COLUMNS.map((column) => [column, column])), ...lines])
      console.log(COLUMNS.map((column) => csvField(line[column] ?? '')).join(','));
  },
};

/* For an accountant who has never seen the ledger. Positive is what is owed or set aside, negative what is held against it. */

const accountsExplained: Readonly<Record<AccountKind, string>> = {
  AVAILABLE: 'owed to members, at their disposal',
  LOCKED: 'owed to members, not at their disposal yet',
  STAKED: 'owed to members: staked, until the stake ends',
  VESTING: 'owed to members: bought, and released over time',
  REWARD_POOL_RESERVED: 'set aside for rewards that are promised: returns of stakes, privileges, codes',
  INSURANCE_POOL_RESERVED: 'set aside for insurances that run',
  UNEARNED_PREMIUM: 'premiums paid for the time to come; given back if an insurance is cancelled',
  DEPOSIT_IN_TRANSIT: 'arrived in the vault from senders who are not members; held until it is assigned',
  PAYOUT_IN_TRANSIT: 'on its way out of the vault: payouts, proceeds, burned JU',
  TREASURY: 'the business’s own: what sales brought, less losses it bore',
  REWARD_POOL_FREE: 'reward pool, not promised to anybody yet',
  BONUS_POOL: 'bonus pool, from which referrals are paid',
  INSURANCE_POOL_FREE: 'insurance pool, not bound by an insurance',
  FEES: 'the business’s own: fees of transfers and payouts',
  BURNED: 'taken out of use by members, and not yet burned on the chain',
  UNCOVERED_LOSS: 'negative: a loss that neither treasury nor operator has covered yet',
  OUTSIDE_WORLD: 'the other side of what came in or went out without the vault: funding from outside, minted JUF',
  VAULT: 'negative: what the vault on the chain holds; minus this is an asset',
};

const kindsExplained: Readonly<Record<TransactionKind, string>> = {
  DEPOSIT: 'a member’s or the operator’s tokens arrived in the vault',
  PAYOUT: 'a member’s tokens left the vault, or came back from the way out',
  TRANSFER: 'from one member to another, with its fee',
  TREASURY_PURCHASE: 'JUF sold: USDT to the treasury, JUF to vest; income',
  VESTING_CLAIM: 'bought JUF released to its member',
  STAKE: 'JUF staked, and its return set aside',
  ROI: 'return of a stake paid',
  CAPITAL: 'staked JUF given back',
  TURBO: 'JU burned for a higher return',
  ROLE: 'a role sold; income',
  PRIVILEGE: 'a role’s daily JUF set aside or paid',
  BONUS: 'a referral’s bonus paid; expense',
  SCORE: 'points sold or cashed in',
  PREMIUM: 'an insurance’s premium paid or earned; income as it is earned',
  PREMIUM_REFUND: 'unearned premium given back',
  INSURANCE_PAYOUT: 'an insurance paid out; expense',
  CODE: 'tokens set aside for codes, used or given back',
  ADJUSTMENT: 'by the operator: funding, proceeds withdrawn, losses, minted JUF; the export’s remark says which',
};

function readMonth(typed: string, now: Date): Month {
  const from = new Date(`${typed}-01T00:00:00Z`);
  if (!/^\d{4}-\d{2}$/.test(typed) || Number.isNaN(from.getTime())) throw new OperatorMistake('<month> must be a month like 2026-11.');
  if (from > now) throw new OperatorMistake(`${typed} hasn’t begun.`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) };
}

async function readPrices({ settings, database }: CommandInput, { from, to }: Month): Promise<PricesOn> {
  const { exchange, chainRpcUrl: rpcUrl } = settings;
  const source = openPriceSource({ exchange, database, clock: systemClock, rpcUrl });
  const { economy } = await createTermsBook().inForce(database);
  return readDayPrices({ prices: source.under(economy) }, from, to);
}

const openingRow = z.object({ account: z.enum(ACCOUNT_KINDS), token: z.enum(TOKENS), opening: z.coerce.bigint() });
const movedRow = z.object({
  account: z.enum(ACCOUNT_KINDS),
  kind: transactionKind,
  token: z.enum(TOKENS),
  day: z.string(),
  in: z.coerce.bigint(),
  out: z.coerce.bigint(),
});

type Opening = z.infer<typeof openingRow>;
type Moved = z.infer<typeof movedRow>;

async function report(database: Database, month: Month, pricesOn: PricesOn): Promise<Line[]> {
  const { opening, moved } = await readBooks(database, month);
  const lastDay = new Date(Math.min(month.to.getTime() - 1, systemClock().getTime()));
  const balances = ACCOUNT_KINDS.flatMap((account) => TOKENS.map((token) => balanceOf({ account, token }, opening, moved))).filter(isUsed);
  const valued = (amount: bigint, token: Token): bigint | null => valueOf(amount, token, pricesOn, lastDay);
  return [
    ...balances.map(({ account, token, ...figures }) => ({
      ...{ section: 'balance', account, token, explanation: accountsExplained[account] },
      ...inWords(token, figures),
      usd: asUsd(valued(figures.closing, token)),
    })),
    // What the books must come to, whatever happened.
    ...TOKENS.map((token) => ({
      ...{ section: 'sum of balances', token, explanation: 'zero: what is owed is held somewhere' },
      closing: inTokens(
        balances.reduce((sum, each) => (each.token === token ? sum + each.closing : sum), 0n),
        token,
      ),
    })),
    ...movements(moved, pricesOn),
    ...TOKENS.filter((token) => token !== 'USDT').map((token) => ({
      ...{ section: 'price', token, usd: asUsd(valued(10n ** BigInt(tokenDecimals[token]), token)) },
      explanation: `average of ${lastDay.toISOString().slice(0, 10)}, UTC; balances are valued at it; 1 USDT counts as US$ 1`,
    })),
  ];
}

async function readBooks(database: Database, { from, to }: Month): Promise<{ opening: Opening[]; moved: Moved[] }> {
  const [begin, end] = [from.toISOString(), to.toISOString()];
  return inTransaction(
    database,
    async (tx) => {
      await liftTimeLimits(tx.$client);
      const entries = sql`ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id`;
      const { rows: opening } = await tx.execute(
        sql`select a.kind::text as account, e.token::text, sum(e.amount)::text as opening from ${entries} where t.occurred_at < ${begin} group by 1, 2`,
      );
      const { rows: moved } = await tx.execute(sql`
        select a.kind::text as account, t.kind::text, e.token::text, to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
               sum(greatest(e.amount, 0))::text as in, sum(greatest(-e.amount, 0))::text as out
          from ${entries} where t.occurred_at >= ${begin} and t.occurred_at < ${end} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
      return { opening: z.array(openingRow).parse(opening), moved: z.array(movedRow).parse(moved) };
    },
    { isolation: 'repeatable read', readOnly: true, maxAttempts: 1 },
  );
}

function balanceOf({ account, token }: Pick<Opening, 'account' | 'token'>, opening: readonly Opening[], moved: readonly Moved[]) {
  const isOf = (row: Pick<Opening, 'account' | 'token'>): boolean => row.account === account && row.token === token;
  const before = opening.find(isOf)?.opening ?? 0n;
  const theirs = moved.filter(isOf);
  const [came, went] = [theirs.reduce((sum, row) => sum + row.in, 0n), theirs.reduce((sum, row) => sum + row.out, 0n)];
  return { account, token, opening: before, in: came, out: went, closing: before + came - went };
}

function isUsed({ opening, in: came, out }: ReturnType<typeof balanceOf>): boolean {
  return opening !== 0n || came !== 0n || out !== 0n;
}

/** What moved each account, by kind, at each day's own prices. */
function movements(moved: readonly Moved[], pricesOn: PricesOn): Line[] {
  const kinds = Map.groupBy(moved, ({ account, kind, token }) => `${account} ${kind} ${token}`);
  return [...kinds.values()].flatMap((days) => {
    const [first] = days;
    if (first === undefined) return [];
    const { account, kind, token } = first;
    const usd = days.map((day) => valueOf(day.in - day.out, token, pricesOn, new Date(`${day.day}T00:00:00Z`)));
    return [
      {
        ...{ section: 'movement', account, kind, token, explanation: kindsExplained[kind] },
        ...inWords(token, { in: days.reduce((sum, row) => sum + row.in, 0n), out: days.reduce((sum, row) => sum + row.out, 0n) }),
        usd: asUsd(usd.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n)),
      },
    ];
  });
}

/** Rounded towards zero; null where that day has no price. */
function valueOf(amount: bigint, token: Token, pricesOn: PricesOn, at: Date): bigint | null {
  const value = valueInUsd(amount < 0n ? -amount : amount, token, pricesOn(at));
  return value !== null && amount < 0n ? -value : value;
}

function inWords<Name extends string>(token: Token, figures: Readonly<Record<Name, bigint>>): Record<string, string> {
  return Object.fromEntries(Object.entries<bigint>(figures).map(([name, amount]) => [name, inTokens(amount, token)]));
}

/** Empty where a price is unknown: none is carried over from another day. */
function asUsd(value: bigint | null): string {
  return value === null ? '' : toDecimalString(value, USD_DECIMALS);
}
