import type { Concerned } from './read-concerned.ts';

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
];

export function sayWhom(path: string, concerned: Concerned): string {
  const says = WHOM.filter(([start]) => path === start || path.startsWith(`${start}.`)).toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  return says === undefined ? 'everybody' : says(concerned);
}
