import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { developmentAccounts } from '../../../chain/role-accounts.ts';
import { ENDOWMENT } from '../../../chain/plan-deployment.ts';
import { createDatabase } from '../../../provider/db/database.ts';
import { readBroughtIn } from '../../../provider/development/story/endowment.ts';
import { planStory } from '../../../provider/development/story/plan-story.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { depositChecks } from '../../../provider/chain-watch/credit-due.ts';
import { fifoOfMovements, type FifoResult } from '../../../provider/modules/year-statement/read-year-statement.ts';
import { netMovements, readMovements } from '../../../provider/modules/year-statement/read-movements.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { developmentExchange } from '../../../provider/price/exchange.ts';
import { openPriceSource, type PriceSource } from '../../../provider/price/price-source.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { type SeededChain, startSeededChain } from '../../support/seeded-chain.ts';
import { signIn } from '../sign-in.ts';
import { openProvider, type TestProvider } from '../start-provider.ts';
import { storySnapshot } from './story-snapshot.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ENTRY = fileURLToPath(new URL('./run-development-provider.ts', import.meta.url));
const DAY_MS = 86_400_000;
const endowed = { JU: ENDOWMENT.ju, JUF: ENDOWMENT.juf, USDT: ENDOWMENT.usdt };

let chain: SeededChain;
let now: Date;
let told: TestProvider & { stop: () => Promise<void> };

beforeAll(async () => {
  chain = await startSeededChain();
  now = new Date();
  told = await openTold();
});
afterAll(async () => {
  await told.stop();
  await chain.stop();
});

const leftIn = ({ lots }: FifoResult<unknown>): bigint => lots.reduce((sum, { left }) => sum + left, 0n);

describe('the development members’ story', () => {
  it('skips nothing, and leaves a sound ledger with every promise covered', async () => {
    expect(told.logged.filter((line) => !line.includes('"level":30') && !line.includes('"level":20'))).toEqual([]);
    expect(await auditLedger(createDatabase(told.pool), promises, depositChecks)).toMatchObject({ sound: true });
  });

  it('contains what members deposited and the operator brought in, and otherwise only sold JUF', async () => {
    const broughtIn = await readBroughtIn(createDatabase(told.pool));
    const planned = { JU: 0n, JUF: 0n, USDT: 0n };
    for (const scene of planStory(now)) {
      if (!('act' in scene)) continue;
      if (scene.act.do === 'DEPOSIT') planned[scene.act.token] += fromDecimalString(scene.act.amount, scene.act.token === 'USDT' ? 6 : 18);
      if (scene.act.do === 'FUND_POOL' && scene.act.pool === 'REWARD_POOL_FREE') planned.JUF += fromDecimalString(scene.act.amount, 18);
      if (scene.act.do === 'FUND_POOL' && scene.act.pool === 'INSURANCE_POOL_FREE') planned.USDT += fromDecimalString(scene.act.amount, 6);
    }
    expect(broughtIn).toEqual(planned);
    const { rows } = await told.pool.query<{ token: string; outside: string; minted: string }>(`
      select token, -sum(balance) as outside, case when token = 'JUF' then (select minted_juf from treasury_supply) else 0 end as minted
        from ledger_account where kind = 'OUTSIDE_WORLD' group by token`);
    for (const { token, outside, minted } of rows) {
      const laid = endowed[token as keyof typeof endowed];
      expect(BigInt(outside) + laid - BigInt(minted), token).toBe(broughtIn[token as keyof typeof broughtIn]);
      expect(laid, token).toBeGreaterThanOrEqual(broughtIn[token as keyof typeof broughtIn]);
    }
  });

  it('was in the vault before anyone owned it', async () => {
    const { rows } = await told.pool.query<{ token: string; amount: string; occurred_at: Date; first: Date }>(`
      select d.token, d.amount, t.occurred_at, (select min(occurred_at) from ledger_transaction where id not in (select id from deposit)) as first
        from deposit d join ledger_transaction t on t.id = d.id and t.chain_hash = d.tx_hash where d.state = 'CREDITED'`);
    expect(Object.fromEntries(rows.map(({ token, amount }) => [token, BigInt(amount)]))).toEqual(endowed);
    for (const { occurred_at: at, first } of rows) expect(at.getTime()).toBeLessThan(first.getTime());
  });

  it('leaves each member with lots for the tax office that hold what the ledger holds, and nothing sold that was never acquired', async () => {
    const database = createDatabase(told.pool);
    const { rows } = await told.pool.query<{ id: string; ju: string; juf: string; staked: string }>(`
      select m.id, coalesce(sum(a.balance) filter (where a.token = 'JU'), 0)::text as ju, coalesce(sum(a.balance) filter (where a.token = 'JUF'), 0)::text as juf,
             (select coalesce(sum(s.amount), 0) from staking s where s.member_id = m.id and s.withdrawn_at is null)::text as staked
        from member m left join ledger_account a on a.owner_id = m.id and a.kind = 'AVAILABLE' group by m.id`);
    expect(rows).toHaveLength(50);
    const unknown = { received: new Map(), pricesOn: () => ({ JU: null, JUF: null }) };
    let sold = 0;
    for (const { id, ju, juf, staked } of rows) {
      const movements = netMovements(await readMovements(database, id));
      const [ofJu, ofJuf] = [fifoOfMovements('JU', movements, unknown), fifoOfMovements('JUF', movements, unknown)];
      expect([leftIn(ofJu), leftIn(ofJuf)], id).toEqual([BigInt(ju), BigInt(juf) + BigInt(staked)]);
      const parts = [...ofJu.parts, ...ofJuf.parts];
      expect(parts.filter(({ acquiredAt }) => acquiredAt === null)).toEqual([]);
      sold += parts.length;
    }
    expect(sold).toBeGreaterThan(50);
  });

  it('leaves room in every pool and every package on sale', async () => {
    const { token } = await signInAs(1);
    const [treasury, staking, bonus] = [
      await told.call('treasuryList', { token }),
      await told.call('stakingInfo', { token }),
      await told.call('bonusInfo', { token }),
    ];
    expect(treasury.list.map(({ status }) => status)).toEqual(['OPEN', 'OPEN', 'OPEN', 'OPEN']);
    expect(Number(treasury.maxMintingCap) - Number(treasury.mintedJuf)).toBeGreaterThan(15_000_000);
    expect(Number(treasury.insuranceCapacity)).toBeGreaterThan(20_000);
    expect(Number(staking.rewardPool.free)).toBeGreaterThan(50_000);
    expect(Number(bonus.pool)).toBeGreaterThan(10_000);
  });

  it('has fifty members joining within four months, and everything booked at its own moment', async () => {
    const home = await told.call('dashboardHome');
    expect(home).toMatchObject({ totalMembers: 50 });
    expect(Number(home.totalStaked)).toBeGreaterThan(50_000);
    expect(home.jufPriceHistory).toHaveLength(90);
    expect(home.poll?.options.every(({ power }) => power !== '0')).toBe(true);
    const { rows } = await told.pool.query<{ first: Date; last: Date }>(
      'select min(occurred_at) as first, max(occurred_at) as last from ledger_transaction',
    );
    expect(now.getTime() - (rows[0]?.first.getTime() ?? 0)).toBeGreaterThan(117 * DAY_MS);
    expect(rows[0]?.last.getTime()).toBeLessThan(now.getTime());
    const { rows: late } = await told.pool.query(
      'select from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.created_at <> t.occurred_at',
    );
    expect(late).toEqual([]);
  });

  it('uses the prices of each moment', async () => {
    const prices = pricesOf(told);
    const { rows } = await told.pool.query<{ price18: string; created_at: Date; discount: number }>(`
      select p.price18, p.created_at, case k.code when 'GROWTH' then 300 when 'SUMMIT' then 600 when 'RIDGE' then 1000 else 0 end as discount
        from treasury_purchase p join treasury_package k on k.id = p.package_id order by p.created_at`);
    for (const { price18, created_at: at, discount } of rows) {
      const then = await prices.jufAsOf(at);
      expect(then.status === 'AVAILABLE' && (then.price18 * BigInt(10_000 - discount)) / 10_000n, at.toISOString()).toBe(BigInt(price18));
    }
    expect(rows.length).toBeGreaterThan(80);
    expect(new Set(rows.map(({ price18 }) => price18)).size).toBeGreaterThan(80);
  });
});

describe('the first account', () => {
  it('has more than 10,000 of each token available', async () => {
    const { token } = await signInAs(1);
    const { walletList } = await told.call('walletOverview', { token });
    expect(walletList.map(({ walletType }) => walletType)).toEqual(['JU', 'JUF', 'USDT']);
    for (const { balance } of walletList) expect(Number(balance)).toBeGreaterThan(10_000);
  });

  it('has a history of at least sixty rows, of nearly every kind', async () => {
    const { token } = await signInAs(1);
    const { data } = await told.call('walletTransactionList', { token, query: { size: '100' } });
    expect(data.length).toBeGreaterThanOrEqual(60);
    const kinds = new Set(data.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual([
      ...['BONUS', 'CAPITAL', 'CODE', 'DEPOSIT', 'PREMIUM', 'PREMIUM_REFUND', 'PRIVILEGE', 'ROI', 'ROLE', 'SCORE', 'STAKE'],
      ...['TRANSFER', 'TREASURY_PURCHASE', 'TURBO', 'VESTING_CLAIM'],
    ]);
    const times = data.map(({ createdAt }) => createdAt);
    expect(times.toSorted().toReversed()).toEqual(times);
  });

  it('has a team of three levels that buys, and bonuses both claimed and claimable', async () => {
    const { token } = await signInAs(1);
    const { levels } = await told.call('referralInfo', { token });
    expect(levels.map(({ count }) => count)).toEqual([8, 24, 17]);
    for (const { volume } of levels) expect(Number(volume)).toBeGreaterThan(10_000);
    const bonus = await told.call('bonusInfo', { token });
    // Half of the 2,000 USDT that its role has cost; it can't earn more until the next role.
    expect(bonus).toMatchObject({ totalEarned: '1000', claimed: '332.506', claimable: '667.494' });
    expect(levels.map(({ rate }) => rate)).toEqual([0, 0, 0]);
    for (const { amount } of [...bonus.byLevel, ...bonus.byKind]) expect(Number(amount)).toBeGreaterThan(0);
  });

  it('has active stakes, one of them with turbo, a matured one and a withdrawn one', async () => {
    const { token } = await signInAs(1);
    const { content } = (await told.call('stakingList', { token })).stakingList;
    expect(content.map(({ status }) => status).toSorted()).toEqual(['ACTIVE', 'ACTIVE', 'MATURED', 'WITHDRAWN']);
    expect(content.filter(({ status, turboUnits }) => status === 'ACTIVE' && turboUnits > 0)).toHaveLength(1);
    const { list } = await told.call('turboChargeList', { token });
    expect(new Set(list.content.map(({ status }) => status))).toEqual(new Set(['ACTIVE', 'ENDED']));
  });

  it('has vesting JUF, one insured purchase and one cancelled insurance', async () => {
    const { token } = await signInAs(1);
    const { content } = (await told.call('purchaseTreasuryHistory', { token })).list;
    expect(new Set(content.map(({ status }) => status))).toEqual(new Set(['VESTING', 'CLAIMED']));
    expect(new Set(content.map(({ treasuryName }) => treasuryName))).toEqual(new Set(['Seed', 'Growth', 'Summit', 'Ridge']));
    const insurances = await told.call('cancelInsuranceList', { token });
    expect(insurances.content.map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED']);
    expect(Number(insurances.content[0]?.maxPayout)).toBeGreaterThan(100);
  });

  it('is Gold, has claimed points for three weeks in a row, and has something of every kind to claim', async () => {
    const { token } = await signInAs(1);
    expect(await told.call('userInfo', { token })).toMatchObject({ role: { code: 'PLATINUM' }, username: 'mira_okafor', referrer: null });
    expect(await told.call('juScoreInfo', { token })).toMatchObject({ streak: 21, claimable: 30 });
    const claims: SentDataOf<(typeof contract)['claimInfo']> = await told.call('claimInfo', { token });
    expect(claims.privilege).toMatchObject({ claimable: true, juf: '105', score: 1_000 });
    for (const { claimable } of [claims.bonus, claims.roi, claims.vestedJuf]) expect(Number(claimable)).toBeGreaterThan(0);
  });
});

describe('the wallet’s other accounts', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9])('number %i has a history, and hasn’t voted', async (number) => {
    const { token } = await signInAs(number);
    const { data } = await told.call('walletTransactionList', { token, query: { size: '100' } });
    expect(data.length).toBeGreaterThan(3);
    expect((await told.call('dashboardHome', { token })).poll?.myOptionId).toBeNull();
  });

  it('number ten has just joined', async () => {
    const { token } = await signInAs(10);
    const { portfolio } = await told.call('dashboardHome', { token });
    expect(Number(portfolio?.totalUsd)).toBeLessThan(100);
    expect((await told.call('walletTransactionList', { token })).data).toHaveLength(3);
    expect(await told.call('userInfo', { token })).toMatchObject({ role: { code: 'MEMBER' } });
  });
});

it('a story begun without a vault, killed in the middle and interrupted again, is continued by two at once, with the same result', async () => {
  const watcher = await openProvider();
  const { databaseUrl } = watcher;
  const child = spawn(process.execPath, [ENTRY, databaseUrl, chain.url, now.toISOString()], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => daysTold(watcher), { timeout: 200_000, interval: 20 }).toBeGreaterThan(40);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  expect(await daysTold(watcher)).toBeLessThan(110);

  // Interrupted repeatedly, each time in the middle of a transaction.
  for (let time = 1; time <= 3; time += 1) {
    await expect(openTold(databaseUrl, now, pricesThatFail(watcher, 4 + time))).rejects.toThrow('cut off');
  }
  const both = await Promise.all([1, 2].map(() => openTold(databaseUrl)));
  expect(await storySnapshot(watcher.pool)).toEqual(await storySnapshot(told.pool));
  expect(await auditLedger(createDatabase(watcher.pool), promises, depositChecks)).toMatchObject({ sound: true });
  for (const { stop } of [...both, watcher]) await stop();
});

it('a completed story isn’t generated again', async () => {
  const before = await storySnapshot(told.pool);
  const again = await openTold(told.databaseUrl, new Date(now.getTime() + 3 * DAY_MS));
  expect(await storySnapshot(again.pool)).toEqual(before);
  await again.stop();
});

function openTold(databaseUrl?: string, at = now, prices?: PriceSource): Promise<TestProvider & { stop: () => Promise<void> }> {
  return openProvider({
    environment: 'development',
    jobs: false,
    exchange: developmentExchange,
    vault: developmentVault,
    chainRpcUrl: chain.url,
    clock: () => at,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(prices === undefined ? {} : { prices }),
  });
}

function pricesOf({ pool }: TestProvider): PriceSource {
  const database = createDatabase(pool);
  return openPriceSource({
    exchange: developmentExchange,
    database,
    clock: () => now,
    rpcUrl: chain.url,
  }).under(defaultEconomy);
}

/** The chain's prices, failing after this many queries. */
function pricesThatFail(provider: TestProvider, after: number): PriceSource {
  const prices = pricesOf(provider);
  let asked = 0;
  const failing: PriceSource = {
    ...prices,
    under: () => failing,
    within: (queryable) => ({
      ...prices.within(queryable),
      jufAsOf: (at) => {
        asked += 1;
        return asked > after ? Promise.reject(new Error('cut off')) : prices.within(queryable).jufAsOf(at);
      },
    }),
  };
  return failing;
}

async function daysTold({ pool }: TestProvider): Promise<number> {
  const { rows } = await pool.query<{ until: Date }>(
    `select written_at as until from development_content where name = 'story, told until'`,
  );
  const until = rows[0]?.until;
  return until === undefined ? 0 : 120 - (now.getTime() - until.getTime()) / DAY_MS;
}

async function signInAs(number: number): Promise<{ token: string }> {
  const account = developmentAccounts[number - 1];
  if (account === undefined) throw new Error(`There is no development account ${number}`);
  const wallet = privateKeyToAccount(account.privateKey);
  return signIn(told, { address: wallet.address, sign: (message) => wallet.signMessage({ message }) });
}
