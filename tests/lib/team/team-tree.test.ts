import { describe, expect, it } from 'vitest';
import { ROOT, treeMove, treeRows, withPage, type Branch, type TeamMember, type TeamTreeState } from '../../../src/lib/team/team-tree.ts';

const member = (uid: string, level: number, directCount = 0): TeamMember => ({
  uid,
  parentUid: 'top',
  username: `name-${uid}`,
  address: '0x1234…abcd',
  level,
  role: { code: 'MEMBER', name: 'Member' },
  joinedAt: '2026-11-21T09:00:00.000Z',
  directCount,
  ownVolume: 0n,
  teamVolume: 0n,
});
const branch = (members: TeamMember[], rest: Partial<Branch> = {}): Branch => ({
  members,
  page: 1,
  totalPages: 1,
  status: 'ready',
  ...rest,
});
const open: TeamTreeState = {
  branches: new Map([
    [ROOT, branch([member('a', 1, 2), member('b', 1), member('c', 1, 4)], { totalPages: 2 })],
    ['a', branch([member('d', 2, 1), member('e', 2)])],
    ['d', branch([member('f', 3, 5)])],
  ]),
  expanded: new Set(['a', 'd']),
};
const keys = (state: TeamTreeState) => treeRows(state).map(({ key }) => key);

describe('the rows of a tree', () => {
  it('are the open branches in order, each followed by a row for what isn’t loaded', () => {
    expect(keys(open)).toEqual(['a', 'd', 'f', 'e', 'b', 'c', '+']);
    expect(treeRows(open).map(({ level }) => level)).toEqual([1, 2, 3, 2, 1, 1, 1]);
  });

  it('can be opened if there is anyone below, but not beyond the third level', () => {
    const expandable = treeRows(open).flatMap((row) => (row.kind === 'member' && row.isExpanded !== null ? [row.key] : []));
    expect(expandable).toEqual(['a', 'd', 'c']);
  });

  it('distinguish unread, loading and failed branches', () => {
    const expanded = new Set(['c']);
    const of = (below?: Branch) =>
      treeRows({ branches: new Map([[ROOT, branch([member('c', 1, 4)])], ...(below ? ([['c', below]] as const) : [])]), expanded })[1];
    expect(of()).toMatchObject({ kind: 'rest', of: 'c', status: 'loading', level: 2, parentKey: 'c' });
    expect(of(branch([], { page: 0, totalPages: 0, status: 'failed' }))).toMatchObject({ kind: 'rest', status: 'failed' });
    expect(of(branch([], { page: 1 }))).toBeUndefined();
  });
});

describe('a key on a row', () => {
  const rows = treeRows(open);
  it.each([
    ['a', 'ArrowDown', { focus: 'd' }],
    ['a', 'ArrowUp', null],
    ['+', 'ArrowDown', null],
    ['e', 'ArrowUp', { focus: 'f' }],
    ['e', 'Home', { focus: 'a' }],
    ['a', 'End', { focus: '+' }],
    ['c', 'ArrowRight', { expand: 'c' }],
    ['a', 'ArrowRight', { focus: 'd' }],
    ['b', 'ArrowRight', null],
    ['a', 'ArrowLeft', { collapse: 'a' }],
    ['e', 'ArrowLeft', { focus: 'a' }],
    ['b', 'ArrowLeft', null],
    ['c', 'Enter', { expand: 'c' }],
    ['a', ' ', { collapse: 'a' }],
    ['b', 'Enter', null],
    ['+', 'Enter', { act: ROOT }],
    ['gone', 'Enter', null],
    ['a', 'Tab', null],
  ])('%s: %s', (key, pressed, move) => {
    expect(treeMove(rows, key, pressed)).toEqual(move);
  });
});

it('a loaded page doesn’t list anyone twice', () => {
  const next = withPage(branch([member('a', 1), member('b', 1)], { totalPages: 2 }), {
    content: [member('b', 1), member('c', 1)],
    totalPages: 3,
  });
  expect(next.members.map(({ uid }) => uid)).toEqual(['a', 'b', 'c']);
  expect(next).toMatchObject({ page: 2, totalPages: 3, status: 'ready' });
});
