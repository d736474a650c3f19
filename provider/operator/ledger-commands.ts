import { v7 } from 'uuid';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { recordAudit } from '../jobs/record-audit.ts';
import { type PooledAccountKind, pooledAccount, type Token, TOKENS } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postAlone } from '../ledger/post-alone.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { type Command, type CommandInput } from './command.ts';
import { OperatorMistake } from './operator-mistake.ts';
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

export const ledgerCommands: readonly Command[] = [
  {
    name: 'fund',
    operands: ['<pool>', '<amount>'],
    options: { id: '<transaction>', remark: '<text>' },
    what: 'brings the operator’s own tokens into the reward (JUF), bonus (USDT) or insurance (USDT) pool',
    asks: (input) => {
      const { pool, amount } = readFunding(input);
      return `Book ${amount} ${pool.token} from outside into the ${pool.name} pool? The tokens themselves must be there; it cannot be taken back.`;
    },
    run: fund,
  },
  {
    name: 'audit',
    operands: [],
    what: 'recomputes every balance, checks every rule of the ledger and that all promises are covered; fails on the first break',
    run: async ({ settings: { databaseUrl } }) => {
      const report = await withDatabase(databaseUrl, (database) => recordAudit(database, systemClock()));
      if (report.sound) {
        const { transactions, entries, accounts, uncoveredLoss } = report.figures;
        console.log(`The ledger is sound: ${transactions} transactions, ${entries} entries, ${accounts} accounts.`);
        for (const token of TOKENS.filter((each) => uncoveredLoss[each] > 0n))
          console.log(
            `The vault lacks ${toDecimalString(uncoveredLoss[token], tokenDecimals[token])} ${token}: a loss that nobody has covered yet.`,
          );
        return;
      }
      console.error(`The ledger is broken: not so that ${report.firstBreak.says} (${report.firstBreak.code}).`);
      console.error(JSON.stringify(report.firstBreak.detail, null, 2));
      process.exitCode = 1;
    },
  },
];

async function fund(input: CommandInput): Promise<void> {
  const { pool, amount, amountBaseUnits, id } = readFunding(input);
  const { name, kind, token } = pool;
  const { remark } = input.options;
  // Said before, so that after a lost connection it can be given again without booking twice.
  console.log(`Booking as transaction ${id} …`);
  await withDatabase(input.settings.databaseUrl, async (database) => {
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
    console.log(`${did}; ${holds} ${token} of the pool are free now.`);
  });
}

function readFunding({ operands: [name = '', amount = ''], options: { id = v7() } }: CommandInput) {
  const pool = POOLS.find((candidate) => candidate.name === name);
  if (pool === undefined) throw new OperatorMistake(`There is no pool ${name}: one of ${POOLS.map((each) => each.name).join(', ')}.`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new OperatorMistake(`--id ${id} is no UUID.`);
  return { pool, amount, amountBaseUnits: readTokens(amount, pool.token), id };
}
