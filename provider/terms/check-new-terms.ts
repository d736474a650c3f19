import { fromDecimalString, toDecimalString } from '../../src/lib/amount.ts';
import type { Queryable } from '../db/database.ts';
import { assessEconomy } from '../economy-model/assess-economy.ts';
import { type Assessment, type Finding, FINDING_KINDS, type FindingKind } from '../economy-model/assessment.ts';
import type { Prices18 } from '../economy-model/prices.ts';
import type { Economy } from '../economy.ts';
import { greatestBonus } from './find-contradictions.ts';
import { type Change, listChanges } from './list-changes.ts';
import { type Concerned, readConcerned } from './read-concerned.ts';
import { describePools, type Pools, readPools } from './read-pools.ts';
import { sayWhom } from './say-whom.ts';

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
  /** Why these terms can't be applied: first that they can't be judged, then what couldn't be kept, then what would be gained, then what makes no sense. */
  refusals: string[];
}

/** What happens to members and pools when these terms replace the current ones, at today's prices. */
export async function checkNewTerms(
  database: Queryable,
  { before, after, prices, now }: { before: Economy; after: Economy; prices: Prices18 | null; now: Date },
): Promise<TermsCheck> {
  const [concerned, pools] = [await readConcerned(database, now), await readPools(database, before)];
  const { assessments, opened, known } = prices === null ? { assessments: [], opened: [], known: [] } : judge(before, after, prices);
  return {
    changes: listChanges(before, after).map((change) => ({ ...change, whom: sayWhom(change.path, concerned) })),
    pools: describePools(pools, before, after),
    prices,
    assessments,
    findings: opened,
    knownFindings: known,
    refusals: [
      ...(prices === null ? ['no price of JUF and JU is known to judge them by: say both with --juf and --ju'] : []),
      ...refusePools(after, pools),
      ...refuseRoles(before, after, concerned),
      ...opened.map(({ code, what, gain, terms }) => `${code}: ${what} (${gain}; ${terms.join(', ')})`),
    ],
  };
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
