import { sql } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import { pooledAccount, type PooledAccountKind, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { proveSolvency } from '../solvency/prove-solvency.ts';
import { createVaultView } from '../solvency/vault-view.ts';
import { inTokens } from '../token-amounts.ts';
import { type Command, type PlanInput, readTokens } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';

interface Pool {
  name: string;
  kind: PooledAccountKind;
  token: Token;
}

const POOLS: readonly Pool[] = [
  { name: 'reward', kind: 'REWARD_POOL_FREE', token: 'JUF' },
  { name: 'bonus', kind: 'BONUS_POOL', token: 'USDT' },
  { name: 'insurance', kind: 'INSURANCE_POOL_FREE', token: 'USDT' },
];

export const fundCommand: Command = {
  name: 'fund',
  operands: ['<pool>', '<amount>'],
  options: { remark: '<text>' },
  by: ['FINANCE'],
  needsReason: true,
  what: 'proposes to book the operator’s own tokens, which are there already, into the reward (JUF), bonus (USDT) or insurance (USDT) pool',
  plan: async (database, input) => {
    const { pool, amount, amountBaseUnits } = readFunding(input);
    await requireInVault(database, input, { pool, amountBaseUnits });
    const { name, token, kind } = pool;
    const remark = input.options['remark'] ?? `funding of the ${name} pool`;
    return {
      says: `Book ${amount} ${token} from outside into the ${name} pool, with the remark “${remark}”. The tokens must already be there.`,
      ...{ operands: [name, amount], options: { remark } },
      carryOut: async (tx, id) => {
        await tx.execute(sql`select staff.fund(${id})`);
        const holds = inTokens(await accountBalance(tx, pooledAccount(kind), token), token);
        return `Booked ${amount} ${token} into the ${name} pool as ${id}; ${holds} ${token} are now available in the pool.`;
      },
    };
  },
};

/** Funds booked from outside must be in the vault: otherwise the ledger would owe tokens that don't exist. */
async function requireInVault(
  database: Database,
  { settings: { vault, chainRpcUrl: rpcUrl } }: PlanInput,
  { pool: { name, token }, amountBaseUnits }: Pick<ReturnType<typeof readFunding>, 'pool' | 'amountBaseUnits'>,
): Promise<void> {
  if (vault === undefined) return;
  const { tokens } = await proveSolvency(database, createVaultView({ rpcUrl, vault }), systemClock()).catch(refuse);
  const { vault: holds, notMinted, owedInAll } = tokens[token];
  const spare = holds + notMinted - owedInAll;
  if (amountBaseUnits <= spare) return;
  const whole = inTokens(spare > 0n ? spare : 0n, token);
  throw new OperatorMistake(
    `The vault holds ${whole} ${token} more than is owed: nothing was booked. Send the tokens to ${vault.address}, and give them to the pool with \`deposit assign <deposit> ${name}\`.`,
  );
}

function refuse(cause: unknown): never {
  if (!(cause instanceof ChainUnavailable)) throw cause;
  throw new OperatorMistake(`The vault can’t be checked right now. Nothing was booked. ${cause.message}`, { cause });
}

function readFunding({ operands: [name = '', typed = ''] }: PlanInput) {
  const pool = POOLS.find((candidate) => candidate.name === name);
  if (pool === undefined)
    throw new OperatorMistake(`There is no pool ${name}. Choose one of ${POOLS.map((each) => each.name).join(', ')}.`);
  const amountBaseUnits = readTokens(typed, pool.token);
  return { pool, amountBaseUnits, amount: inTokens(amountBaseUnits, pool.token) };
}
