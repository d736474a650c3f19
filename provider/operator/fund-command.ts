import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../src/lib/amount.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import { pooledAccount, type PooledAccountKind, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postAlone } from '../ledger/post.ts';
import { proveSolvency } from '../solvency/prove-solvency.ts';
import { createVaultView } from '../solvency/vault-view.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { readTokens } from './read-tokens.ts';
import { withDatabase } from './with-database.ts';

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
  options: { id: '<transaction>', remark: '<text>' },
  what: 'adds the operator’s own tokens to the reward (JUF), bonus (USDT) or insurance (USDT) pool',
  confirmation: (input) => {
    const { pool, amount } = readFunding(input);
    return `Book ${amount} ${pool.token} from outside into the ${pool.name} pool? The tokens must already be there. This can’t be undone.`;
  },
  run: fund,
};

async function fund(input: CommandInput): Promise<void> {
  const funding = readFunding(input);
  const { pool, amount, amountBaseUnits, id } = funding;
  const { name, kind, token } = pool;
  const { remark } = input.options;
  // Printed first, so that after a lost connection it can be passed again without booking twice.
  console.log(`Booking as transaction ${id} …`);
  await withDatabase(input.settings.databaseUrl, async (database) => {
    await requireInVault(database, input, funding);
    const { outcome } = await postAlone(database, {
      id,
      kind: 'ADJUSTMENT',
      occurredAt: systemClock(),
      remark: remark ?? `funding of the ${name} pool`,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: pooledAccount(kind), token, amountBaseUnits },
      ],
    });
    const holds = toDecimalString(await accountBalance(database, pooledAccount(kind), token), tokenDecimals[token]);
    const did = outcome === 'POSTED' ? `Booked ${amount} ${token} into the ${name} pool` : `Transaction ${id} stood already`;
    console.log(`${did}; ${holds} ${token} are now available in the pool.`);
  });
}

/** Funds booked from outside must be in the vault: otherwise the ledger would owe tokens that don't exist. */
async function requireInVault(
  database: Database,
  { settings: { vault, chainRpcUrl: rpcUrl } }: CommandInput,
  { pool: { name, token }, amountBaseUnits, id }: ReturnType<typeof readFunding>,
): Promise<void> {
  if (vault === undefined || (await isBooked(database, id))) return;
  const { tokens } = await proveSolvency(database, createVaultView({ rpcUrl, chainId: productChain.id, vault }), systemClock()).catch(
    refuse,
  );
  const { vault: holds, notMinted, owedInAll } = tokens[token];
  const spare = holds + notMinted - owedInAll;
  if (amountBaseUnits <= spare) return;
  const whole = toDecimalString(spare > 0n ? spare : 0n, tokenDecimals[token]);
  throw new OperatorMistake(
    `The vault holds ${whole} ${token} more than is owed: nothing was booked. Send the tokens to ${vault.address}, and give them to the pool with \`deposit assign <deposit> ${name}\`.`,
  );
}

async function isBooked(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.execute(sql`select from ledger_transaction where id = ${id}`);
  return rowCount !== 0;
}

function refuse(cause: unknown): never {
  if (!(cause instanceof ChainUnavailable)) throw cause;
  throw new OperatorMistake(`The vault can’t be checked right now. Nothing was booked. ${cause.message}`, { cause });
}

function readFunding({ operands: [name = '', amount = ''], options: { id = v7() } }: CommandInput) {
  const pool = POOLS.find((candidate) => candidate.name === name);
  if (pool === undefined)
    throw new OperatorMistake(`There is no pool ${name}. Choose one of ${POOLS.map((each) => each.name).join(', ')}.`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new OperatorMistake(`--id ${id} is no UUID.`);
  return { pool, amount, amountBaseUnits: readTokens(amount, pool.token), id };
}
