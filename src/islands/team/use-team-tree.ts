import { useCallback, useEffect, useState } from 'react';
import { type Branch, ROOT, type TeamMember, type TeamTreeState, treeRows, type TreeRow, withPage } from '../../lib/team/team-tree.ts';
import { readBranch } from '../../stores/profile-team.ts';

interface TeamTree {
  rows: readonly TreeRow[];
  /** Number of members directly below this one; null while unknown. */
  sizeOf: (parentKey: string | null) => number | null;
  expand: (uid: string) => void;
  collapse: (uid: string) => void;
  /** Loads the next page of a branch, or retries the failed one. */
  readOn: (uid: string) => void;
}

const UNREAD: Branch = { members: [], page: 0, totalPages: 0, status: 'loading' };

/** The tree as far as it has been opened; a branch is loaded when opened. */
export function useTeamTree(): TeamTree {
  const [state, setState] = useState<TeamTreeState>({ branches: new Map(), expanded: new Set() });
  const { branches, expanded } = state;

  const put = useCallback((uid: string, change: (branch: Branch) => Branch): void => {
    setState((before) => ({
      ...before,
      branches: new Map(before.branches).set(uid, change(before.branches.get(uid) ?? UNREAD)),
    }));
  }, []);
  const read = useCallback(
    async (uid: string, level: number, page: number): Promise<void> => {
      put(uid, (branch) => ({ ...branch, status: 'loading' }));
      try {
        const answer = await readBranch({ under: uid === ROOT ? null : uid, level, page });
        put(uid, (branch) => withPage(branch, answer));
      } catch {
        put(uid, (branch) => ({ ...branch, status: 'failed' }));
      }
    },
    [put],
  );
  useEffect(() => void read(ROOT, 1, 1), [read]);

  const levelBelow = (uid: string): number => (findMember(branches, uid)?.level ?? 0) + 1;
  return {
    rows: treeRows(state),
    sizeOf: (parentKey) => {
      if (parentKey !== null) return findMember(branches, parentKey)?.directCount ?? null;
      const root = branches.get(ROOT);
      return root && root.page > 0 && root.page === root.totalPages ? root.members.length : null;
    },
    expand: (uid) => {
      setState((before) => ({ ...before, expanded: new Set(before.expanded).add(uid) }));
      if (!branches.has(uid)) void read(uid, levelBelow(uid), 1);
    },
    collapse: (uid) => setState((before) => ({ ...before, expanded: new Set([...expanded].filter((open) => open !== uid)) })),
    readOn: (uid) => void read(uid, levelBelow(uid), (branches.get(uid)?.page ?? 0) + 1),
  };
}

function findMember(branches: ReadonlyMap<string, Branch>, uid: string): TeamMember | undefined {
  return [...branches.values()].flatMap(({ members }) => members).find((member) => member.uid === uid);
}
