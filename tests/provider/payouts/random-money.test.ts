import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKENS, type Token } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { kindBalance } from '../../../provider/ledger/balances.ts';
import { depositChecks } from '../../../provider/chain-watch/credit-due.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { type ChainOrder, chainOrder } from '../../../provider/payouts/schema.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { type Random, seededRandom } from '../../support/rpc-faults.ts';
import type { Person } from '../wallet/transfers.ts';
import { type ChainLife, pick, pickAmount, pickToken, startChainLife } from './chain-life.ts';
import { openPayouts, type Payouts } from './open-payouts.ts';
import { namedFaults } from './random-faults.ts';

/** `npm run test:long` runs 1,000, with a different seed each time. */
const MOVES = Number(process.env['CHAIN_MOVES'] ?? 40);
const SEED = Number(process.env['CHAIN_SEED'] ?? 7);
/** How often a separate process is killed. */
const KILL_EVERY = Number(process.env['CHAIN_KILL_EVERY'] ?? 25);
const DEATHS = 0.04;

let payouts: Payouts;
beforeAll(async () => {
  payouts = await openPayouts({ chainTimeoutMs: 250 });
});
afterAll(() => payouts.stop());

it(
  `after ${MOVES} deposits and payouts, while nodes fail, blocks are reorganised and processes die, chain and ledger agree exactly (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const life = await startChainLife(payouts, random, DEATHS);
    await endow(life);
    for (let move = 1; move <= MOVES; move += 1) await makeMove(life, random, move);
    await settle(life);
    await verify(life);
  },
  60_000 + MOVES * 10_000,
);

/** However slow the machine is: members have something that they can pay out before the faults begin. */
async function endow(life: ChainLife): Promise<void> {
  const members = life.players.filter(({ person }) => person !== null);
  for (const player of members) for (const token of TOKENS) await life.deposit(player, token, pickAmount(seededRandom(SEED), token, 40));
  do {
    await payouts.mine(4);
    await life.look();
  } while ((await unfinished()).credited < life.sent.length);
}

/** Sends or requests something while something is wrong; then the chain goes on. */
async function makeMove(life: ChainLife, random: Random, move: number): Promise<void> {
  const [name, fault] = pick(random, namedFaults(random));
  const mend = random() < 0.6 ? payouts.rpc.inject(fault) : () => undefined;
  try {
    payouts.provider.time.advance(1_000 + Math.floor(random() * 20_000));
    await Promise.all([act(life, random), life.look()]);
    await happen(life, random, move);
    await payouts.mine(1 + Math.floor(random() * 3));
    await life.look();
  } catch (error) {
    throw new Error(`move ${move} of seed ${SEED} failed, with ${name}`, { cause: error });
  } finally {
    mend();
  }
}

async function act(life: ChainLife, random: Random): Promise<void> {
  const player = pick(random, life.players);
  const token = pickToken(random);
  const amount = pickAmount(random, token, 8);
  const isPayout = random() < 0.5 && (await life.available(player, token)) > 2n * amount;
  await (isPayout ? life.requestPayout(player, token, amount) : life.deposit(player, token, amount));
}

/** Other events on the chain and in processes. */
async function happen(life: ChainLife, random: Random, move: number): Promise<void> {
  if (move % KILL_EVERY === 0) await life.killExecutor(random() * 300);
  const chance = random();
  if (chance < 0.08) await life.reorg(1 + Math.floor(random() * 3));
  else if (chance < 0.11) await life.reorg(4 + Math.floor(random() * 5));
  else if (chance < 0.17) await life.restartWatch();
  else if (chance < 0.23) await life.restartExecutor();
  else if (chance < 0.26) await giveUpOne(life, random);
  // Wallets eventually resend what a reorg dropped.
  if (random() < 0.3) await life.sendAgain();
}

async function giveUpOne({ asked }: ChainLife, random: Random): Promise<void> {
  if (asked.length === 0) return;
  const { id } = pick(random, asked);
  await payouts.provider.pool.query(`update chain_order set is_given_up = true where id = $1 and status = 'PENDING'`, [id]);
}

/** Ends all faults: what was sent is mined, and what was ordered is executed. */
async function settle(life: ChainLife): Promise<void> {
  life.calm();
  await life.restartWatch();
  await life.restartExecutor();
  for (let round = 0; round < 100; round += 1) {
    payouts.provider.time.advance(61_000);
    await life.sendAgain();
    await payouts.mine(3);
    await life.look();
    if (round >= 10 && (await isAllDone(life))) return;
  }
  throw new Error(`not everything was done in the end: ${JSON.stringify(await unfinished())}`);
}

async function isAllDone({ sent }: ChainLife): Promise<boolean> {
  const { orders, credited } = await unfinished();
  return orders.length === 0 && credited === sent.length;
}

async function unfinished(): Promise<{ orders: unknown[]; credited: number }> {
  const { rows: orders } = await payouts.provider.pool.query(
    `select id, status::text, held_because from chain_order where status = 'PENDING' or (settled_block is null and status <> 'VOIDED')
     union all select order_id, state::text, nonce::text from operator_nonce where state = 'OPEN'`,
  );
  const { rows } = await payouts.provider.pool.query<{ count: string }>(
    `select count(*) from deposit where state in ('HELD', 'CREDITED') and block_number is not null`,
  );
  return { orders, credited: Number(rows[0]?.count) };
}

async function verify(life: ChainLife): Promise<void> {
  expect(Math.min(life.sent.length, life.asked.length, life.deaths()), 'deposits, payouts and deaths').toBeGreaterThan(0);
  const orders = await payouts.database.select().from(chainOrder);
  expect(orders.map(({ id }) => id).toSorted()).toEqual(life.asked.map(({ id }) => id).toSorted());
  // The chain's payments are exactly those the ledger posted, each once, to the right recipient.
  const logs = await payouts.node.publicClient.getContractEvents({ ...contracts.vault, eventName: 'Paid', fromBlock: 0n, strict: true });
  const paid = logs.map(({ args }) => [args.id, args.to, args.amount].join(' '));
  const posted = orders.filter(({ status }) => status === 'POSTED').map((each) => [each.contractId, each.recipient, each.amount].join(' '));
  expect(paid.toSorted()).toEqual(posted.toSorted());
  for (const token of TOKENS) {
    expect(await payouts.difference(token), `vault and ledger, ${token}`).toBe(0n);
    expect(await kindBalance(payouts.database, 'UNCOVERED_LOSS', token)).toBe(0n);
    for (const player of life.players) {
      if (player.person === null) continue;
      expect(await life.available(player, token), `a member’s ${token}`).toBe(balanceLeft(life, orders, player.person, token));
    }
    const strangers = life.players.filter(({ person }) => person === null).map(({ account }) => account.address);
    expect(await kindBalance(payouts.database, 'DEPOSIT_IN_TRANSIT', token)).toBe(depositsOf(life, strangers, token));
  }
  expect(await auditLedger(payouts.database, promises, depositChecks)).toMatchObject({ sound: true });
}

function balanceLeft(life: ChainLife, orders: readonly ChainOrder[], { id, wallet }: Person, token: Token): bigint {
  const out = orders.filter(({ memberId, status, ...each }) => memberId === id && status === 'POSTED' && each.token === token);
  return out.reduce((sum, { amount, fee }) => sum - amount - fee, depositsOf(life, [wallet.address], token));
}

function depositsOf({ sent }: ChainLife, addresses: readonly string[], token: Token): bigint {
  return sent.reduce((sum, each) => (each.token === token && addresses.includes(each.from) ? sum + each.amount : sum), 0n);
}
