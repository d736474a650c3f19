import { sql } from 'drizzle-orm';
import { fromDecimalString, mulDivFloor, toDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Queryable } from '../db/database.ts';
import { assessEconomy } from '../economy-model/assess-economy.ts';
import { type Assessment, type Finding, FINDING_KINDS, type FindingKind, type Prices18 } from '../economy-model/rates.ts';
import type { Economy } from '../economy.ts';
import { pooledAccount } from '../ledger/account.ts';
import { accountBalance, kindBalance } from '../ledger/balances.ts';
import { capacityOf } from '../modules/insurance/insurance-terms.ts';
import { capOf, readMinting } from '../modules/treasury/treasury-supply.ts';
import { greatestBonus } from './find-contradictions.ts';
import { pathText } from './terms-documents.ts';

export interface TermsCheck {
  changes: (Change & { whom: string })[];
  pools: string[];
  /** What they were judged by; null: nothing was judged. */
  prices: Prices18 | null;
  /** What each benefit brings at these prices, and the bounds it has to keep. */
  assessments: Assessment[];
  /** What is wrong with these terms, at these prices. */
  findings: Finding[];
  /** Those that also exist under the current terms, at the same prices. */
  knownFindings: Finding[];
  /** Why these terms can't be applied: first that they can't be judged, then what couldn't be kept, then what would be gained. */
  refusals: TermsRefusal[];
  /** What is new and harms nobody but whoever buys it: a reason overrules it. */
  odd: Finding[];
}

export interface TermsRefusal {
  because: 'UNJUDGED' | 'UNKEPT' | 'EXPLOITED';
  says: string;
}

/** What happens to members and pools when these terms replace the current ones, at today's prices. */
export async function checkNewTerms(
  database: Queryable,
  { before, after, prices, now }: { before: Economy; after: Economy; prices: Prices18 | null; now: Date },
): Promise<TermsCheck> {
  const [concerned, pools] = [await readConcerned(database, now), await readPools(database, before)];
  const { assessments, opened, known } = prices === null ? { assessments: [], opened: [], known: [] } : judge(before, after, prices);
  return {
    changes: listChanges(before, after).map((change) => ({ ...change, whom: membersConcerned(change.path, concerned) })),
    pools: describePools(pools, before, after),
    prices,
    assessments,
    findings: opened,
    knownFindings: known,
    refusals: [
      ...(prices === null
        ? [{ because: 'UNJUDGED' as const, says: 'no price of JUF and JU is known to judge them by: say both with --juf and --ju' }]
        : []),
      ...[...refusePools(after, pools), ...refuseRoles(before, after, concerned)].map((says) => ({ because: 'UNKEPT' as const, says })),
      ...opened.filter((finding) => !isOdd(finding)).map((finding) => ({ because: 'EXPLOITED' as const, says: describeFinding(finding) })),
    ],
    odd: opened.filter(isOdd),
  };
}

/** Nobody takes out more than was put in. */
function isOdd({ code }: Finding): boolean {
  return FINDING_KINDS[code] === 'LOSS' || FINDING_KINDS[code] === 'ODD';
}

export function describeFinding({ code, what, gain, terms }: Finding): string {
  return `${code}: ${what} (${gain}; ${terms.join(', ')})`;
}

const ORDER: readonly FindingKind[] = ['GAIN', 'SPLITTING', 'LOSS', 'ODD'];

/** A finding is attributed to the new terms if the current ones have none of its kind at the same prices. */
function judge(before: Economy, after: Economy, prices: Prices18): Record<'opened' | 'known', Finding[]> & Pick<TermsCheck, 'assessments'> {
  const assessments = assessEconomy(after, prices);
  const old = new Set(assessEconomy(before, prices).flatMap(({ findings }) => findings.map(({ code }) => code)));
  const found = assessments.flatMap(({ findings }) => findings);
  const worstFirst = found.toSorted((one, other) => ORDER.indexOf(FINDING_KINDS[one.code]) - ORDER.indexOf(FINDING_KINDS[other.code]));
  return {
    assessments,
    opened: worstFirst.filter(({ code }) => !old.has(code)),
    known: worstFirst.filter(({ code }) => old.has(code)),
  };
}

function refuseRoles(before: Economy, after: Economy, { roleBuyers, rolesInUse }: Concerned): string[] {
  const missing = rolesInUse.filter((used) => !after.roles.some(({ code }) => code === used));
  const everyDays = ({ roles }: Economy): number | undefined => roles[0]?.privilege.everyDays;
  return [
    ...missing.map((code) => `roles: ${code} is missing, and members hold it or have codes for it`),
    ...(roleBuyers > 0 && everyDays(before) !== everyDays(after)
      ? [
          `roles: privilege.everyDays must stay ${everyDays(before) ?? 0}: ${roleBuyers} members have bought a role, which has set their dates for good`,
        ]
      : []),
  ];
}

function refusePools({ roles, pools: shares, treasury }: Economy, { heldRates, minting }: Pools): string[] {
  const greatest = greatestBonus([...roles, ...heldRates]);
  const cap = fromDecimalString(treasury.maxMintingCapJuf, 18);
  const { mintedJuf, contractCapJuf } = minting;
  return [
    ...(greatest > shares.bonusShareOfSales
      ? [
          `pools.bonusShareOfSales: members hold roles whose bonus rates, with these, come to ${greatest} bp of a sale; it must be at least that`,
        ]
      : []),
    ...(cap < mintedJuf ? [`treasury.maxMintingCapJuf: ${toDecimalString(mintedJuf, 18)} JUF are minted or sold already`] : []),
    ...(contractCapJuf !== null && cap > contractCapJuf
      ? [`treasury.maxMintingCapJuf: the contract lets ${toDecimalString(contractCapJuf, 18)} JUF be minted, and no more`]
      : []),
  ];
}

interface Change {
  path: string;
  before: unknown;
  after: unknown;
}

/** Every value that differs; rows of a table are identified by their code or days, not by position. */
export function listChanges(before: Economy, after: Economy): Change[] {
  return compare([], before, after);
}

function compare(path: readonly PropertyKey[], before: unknown, after: unknown): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isTable(before) && isTable(after)) return compare(path, byName(before), byName(after));
  if (!isRecord(before) || !isRecord(after)) return [{ path: pathText(path), before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => compare([...path, key], before[key], after[key]));
}

type Row = Record<string, unknown>;

function byName(rows: readonly Row[]): Row {
  return Object.fromEntries(rows.map((row, index) => [nameOf(row, index), row]));
}

function nameOf(row: Row, index: number): string {
  const { code, days } = row;
  if (typeof code === 'string') return code;
  return typeof days === 'number' ? `${days} days` : `row ${index + 1}`;
}

function isTable(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Says = (concerned: Concerned) => string;

/** The longest path that is a prefix of the change decides whom it affects. */
const WHOM: readonly (readonly [string, Says])[] = [
  ['profile', ({ members }) => `all ${members} members, from now on`],
  ['referral', ({ members }) => `all ${members} members, from now on`],
  ['roles', ({ roles }) => `who gets a role from now on; the ${roles} held keep their rates and privileges`],
  ['bonuses', ({ roles }) => `roles sold from now on; the ${roles} held keep theirs`],
  ['pools', () => 'sales from now on'],
  ['power.perRoleRank', ({ roleBuyers }) => `roles sold from now on; ${roleBuyers} members keep the power of theirs`],
  ['power', ({ pointBuyers }) => `points sold from now on; ${pointBuyers} members keep the power of theirs`],
  ['treasury', ({ members }) => `all sales of JUF from now on, so all ${members} members`],
  ['treasury.packages', ({ purchases }) => `purchases from now on; ${purchases} that are not all claimed keep theirs`],
  ['treasury.price', ({ members }) => `all sales and turbo charges from now on, so all ${members} members`],
  ['insurance', ({ insurances }) => `insurances from now on; the ${insurances} that run keep theirs`],
  ['score', ({ members }) => `all ${members} members, from now on; points stay`],
  ['staking', ({ stakes }) => `stakes from now on; the ${stakes} there are keep theirs`],
  [
    'staking.turbo',
    ({ stakes, turboCharges }) => `the next charges, also of the ${stakes} stakes there are; ${turboCharges} that run keep theirs`,
  ],
  ['transfer', ({ members }) => `all ${members} members, from now on`],
  ['names', ({ members }) => `all ${members} members, from now on, also in what was bought before`],
];

function membersConcerned(path: string, concerned: Concerned): string {
  const says = WHOM.filter(([start]) => path === start || path.startsWith(`${start}.`)).toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  return says === undefined ? 'everybody' : says(concerned);
}

/** How many members new terms could affect. */
interface Concerned {
  members: number;
  /** Roles that members bought or were granted. */
  roles: number;
  /** Members who bought a role. */
  roleBuyers: number;
  /** Purchases that haven't been claimed completely. */
  purchases: number;
  insurances: number;
  stakes: number;
  turboCharges: number;
  /** Members who bought points. */
  pointBuyers: number;
  /** Codes of roles that are held, or that unused codes give. */
  rolesInUse: string[];
}

async function readConcerned(database: Queryable, now: Date): Promise<Concerned> {
  const at = now.toISOString();
  const { rows } = await database.execute<{ counts: Concerned }>(sql`select json_build_object(
    'members', (select count(*) from member),
    'roles', (select count(*) from member_role),
    'roleBuyers', (select count(distinct member_id) from member_role where source = 'PURCHASED'),
    'purchases', (select count(*) from treasury_purchase where claimed_juf < juf),
    'insurances', (select count(*) from insurance where status = 'ACTIVE'),
    'stakes', (select count(*) from staking where withdrawn_at is null),
    'turboCharges', (select count(*) from staking_turbo where ends_at > ${at}::timestamptz),
    'pointBuyers', (select count(distinct member_id) from score_entry where kind = 'PURCHASE'),
    'rolesInUse', (select coalesce(json_agg(code), '[]') from (
      select role_code as code from member_role
      union select role_code from activation_code where role_code is not null and used_at is null and released_at is null and expires_at > ${at}::timestamptz
    ) used)) as counts`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database counted nothing');
  return row.counts;
}

/** The pools' balances in base units, and how much of them is promised. */
interface Pools {
  rewardFree: bigint;
  rewardReserved: bigint;
  /** The privileges of purchased roles at their next date. */
  privilegesJuf: bigint;
  bonusPool: bigint;
  bonusesUnclaimed: bigint;
  insuranceFree: bigint;
  insuranceReserved: bigint;
  minting: { mintedJuf: bigint; contractCapJuf: bigint | null };
  /** The best rates among the roles that members hold. */
  heldRates: { bonusRates: [number, number, number] }[];
}

async function readPools(database: Queryable, economy: Economy): Promise<Pools> {
  const of = (kind: 'REWARD_POOL_FREE' | 'BONUS_POOL' | 'INSURANCE_POOL_FREE', token: 'JUF' | 'USDT'): Promise<bigint> =>
    accountBalance(database, pooledAccount(kind), token);
  const [rewardFree, bonusPool, insuranceFree] = [
    await of('REWARD_POOL_FREE', 'JUF'),
    await of('BONUS_POOL', 'USDT'),
    await of('INSURANCE_POOL_FREE', 'USDT'),
  ];
  const { rows } = await database.execute<{ privileges: string; unclaimed: string; rates: Pools['heldRates'] }>(sql`select
    (select coalesce(sum(juf), 0) * 10::numeric ^ 18 from (
       select max((bought.terms -> 'privilege' ->> 'juf')::numeric) as juf
         from member_role r join terms_role bought on bought.terms_number = coalesce(r.terms_number, 1) and bought.code = r.role_code
        where r.member_id in (select member_id from member_role where source = 'PURCHASED') group by r.member_id) each_member)::numeric(78, 0)::text as privileges,
    (select coalesce(sum(amount::numeric), 0) from bonus where claim_id is null)::text as unclaimed,
    (select coalesce(json_agg(json_build_object('bonusRates', bought.terms -> 'bonusRates')), '[]') from terms_role bought
      where exists (select from member_role r where coalesce(r.terms_number, 1) = bought.terms_number and r.role_code = bought.code)) as rates`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database counted nothing');
  return {
    rewardFree,
    rewardReserved: await kindBalance(database, 'REWARD_POOL_RESERVED', 'JUF'),
    privilegesJuf: BigInt(row.privileges),
    bonusPool,
    bonusesUnclaimed: BigInt(row.unclaimed),
    insuranceFree,
    insuranceReserved: await kindBalance(database, 'INSURANCE_POOL_RESERVED', 'USDT'),
    minting: await readMinting(database, economy),
    heldRates: row.rates,
  };
}

/** What the pools promise under the terms compared with their balances, line by line. */
function describePools(pools: Pools, before: Economy, after: Economy): string[] {
  const juf = (amount: bigint): string => `${toDecimalString(amount, 18)} JUF`;
  const usdt = (amount: bigint): string => `${toDecimalString(amount, 6)} USDT`;
  const changed = (of: (economy: Economy) => string): string =>
    of(before) === of(after) ? of(after) : `${of(after)} (until now ${of(before)})`;
  return [
    `Reward pool: ${juf(pools.rewardFree)} free, ${juf(pools.rewardReserved)} promised. Roles that were bought bring ${juf(pools.privilegesJuf)} at their next date. What is free carries new stakes of ${changed((economy) => juf(mostStaked(pools.rewardFree, economy)))} at the best rate.`,
    `Bonus pool: ${usdt(pools.bonusPool)} held, ${usdt(pools.bonusesUnclaimed)} promised. A sale puts in ${changed((economy) => `${economy.pools.bonusShareOfSales} bp`)}, and pays ${changed((economy) => `${greatestBonus([...economy.roles, ...pools.heldRates])} bp`)} at most.`,
    `Insurance pool: ${usdt(pools.insuranceFree)} free, ${usdt(pools.insuranceReserved)} promised. What is free insures purchases of ${changed((economy) => usdt(capacityOf(pools.insuranceFree, economy)))}.`,
    `Minting: ${juf(pools.minting.mintedJuf)} of at most ${changed((economy) => juf(capOf(economy, pools.minting.contractCapJuf)))} are minted or sold.`,
  ];
}

/** The period and tier that cost the pool most per JUF staked. */
function mostStaked(free: bigint, { staking }: Economy): bigint {
  const best =
    Math.max(0, ...staking.periods.map(({ apr, days }) => apr * days)) * Math.max(0, ...staking.tiers.map(({ multiplier }) => multiplier));
  return best === 0 ? free : mulDivFloor(free, BASIS_POINTS * BASIS_POINTS * 365n, BigInt(best));
}
