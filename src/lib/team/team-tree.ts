import type { DataOf } from '../api/contract/define-call.ts';
import type { myTeam } from '../api/contract/team.ts';

export type TeamMember = DataOf<typeof myTeam>['downlineDetails']['content'][number];

/** The members directly below someone, as far as loaded. */
export interface Branch {
  members: readonly TeamMember[];
  /** The last page loaded; 0 before the first. */
  page: number;
  totalPages: number;
  status: 'loading' | 'ready' | 'failed';
}

export interface TeamTreeState {
  /** By the uid above them; the member's own are under `ROOT`. */
  branches: ReadonlyMap<string, Branch>;
  expanded: ReadonlySet<string>;
}

export type TreeRow = {
  key: string;
  /** Key of the row's parent; null at the top. */
  parentKey: string | null;
  level: number;
} & (
  | { kind: 'member'; member: TeamMember; position: number; isExpanded: boolean | null }
  /** Stands for what follows the loaded members: the next page, or the first. */
  | { kind: 'rest'; of: string; status: 'more' | 'loading' | 'failed' }
);

export const ROOT = '';
const LEVELS = 3;

/** The visible rows from top to bottom. */
export function treeRows(state: TeamTreeState, of = ROOT, level = 1): TreeRow[] {
  const branch = state.branches.get(of);
  const parentKey = of === ROOT ? null : of;
  const members = (branch?.members ?? []).flatMap((member, index): TreeRow[] => {
    const isExpanded = canExpand(member) ? state.expanded.has(member.uid) : null;
    const row: TreeRow = { kind: 'member', key: member.uid, parentKey, level, member, position: index + 1, isExpanded };
    return isExpanded === true ? [row, ...treeRows(state, member.uid, level + 1)] : [row];
  });
  const status = restOf(branch);
  return status === null ? members : [...members, { kind: 'rest', key: `${of}+`, parentKey, level, of, status }];
}

function canExpand({ directCount, level }: TeamMember): boolean {
  return directCount > 0 && level < LEVELS;
}

function restOf(branch: Branch | undefined): 'more' | 'loading' | 'failed' | null {
  if (branch === undefined || branch.status === 'loading') return 'loading';
  if (branch.status === 'failed') return 'failed';
  return branch.page < branch.totalPages ? 'more' : null;
}

export type TreeMove = { focus: string } | { expand: string } | { collapse: string } | { act: string } | null;

/** A key's effect on a row, as in the ARIA practices for trees. */
export function treeMove(rows: readonly TreeRow[], key: string, pressed: string): TreeMove {
  const at = rows.findIndex((row) => row.key === key);
  const row = rows[at];
  if (row === undefined) return null;
  const isExpanded = row.kind === 'member' ? row.isExpanded : null;
  switch (pressed) {
    case 'ArrowDown':
      return focusOn(rows[at + 1]);
    case 'ArrowUp':
      return focusOn(rows[at - 1]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (isExpanded === null) return null;
      return isExpanded ? focusOn(rows[at + 1]) : { expand: key };
    case 'ArrowLeft':
      if (isExpanded === true) return { collapse: key };
      return row.parentKey === null ? null : { focus: row.parentKey };
    case 'Enter':
    case ' ':
      if (row.kind === 'rest') return row.status === 'loading' ? null : { act: row.of };
      return isExpanded === null ? null : isExpanded ? { collapse: key } : { expand: key };
    default:
      return null;
  }
}

function focusOn(row: TreeRow | undefined): TreeMove {
  return row === undefined ? null : { focus: row.key };
}

/** Adds a loaded page to its branch. Members who shifted to it because others joined aren't listed twice. */
export function withPage(branch: Branch, page: { content: readonly TeamMember[]; totalPages: number }): Branch {
  const known = new Set(branch.members.map(({ uid }) => uid));
  return {
    members: [...branch.members, ...page.content.filter(({ uid }) => !known.has(uid))],
    page: branch.page + 1,
    totalPages: page.totalPages,
    status: 'ready',
  };
}
