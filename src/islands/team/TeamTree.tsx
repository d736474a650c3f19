import { labelled } from '../../lib/i18n/punctuation.ts';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatCount } from '../../lib/format-count.ts';
import {
  type Branch,
  ROOT,
  type TeamMember,
  type TeamTreeState,
  treeMove,
  type TreeRow,
  treeRows,
  withPage,
} from '../../lib/team/team-tree.ts';
import { readBranch } from '../../stores/profile-team.ts';
import { $user } from '../../stores/session.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { EmptyState } from '../state/FailureNotice.tsx';

/** In the units of the viewBox. */
const WIDTH = 860;
const HEIGHT = 186;
const NAMES_AT = 96;
const BELOW_AT = 153;
/** More names would overlap, and nobody would count more dots. */
const MOST_NAMES = 5;
const MOST_BELOW = 5;
const MOST_LAST = 3;
/** In halves of an ideograph, about as wide as a Latin letter. */
const WIDEST_NAME = 18;

const UNREAD: Branch = { members: [], page: 0, totalPages: 0, status: 'loading' };

/** The downline as an ARIA tree: one tab stop, arrow keys move, and a branch is loaded when opened. */
export function TeamTree() {
  const { treeLabel } = useTexts('team').members;
  const tree = useTeamTree();
  const { rows } = tree;
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const active = useActive(rows, wanted);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && active !== null) list.current?.querySelector<HTMLElement>(`[data-key="${active}"]`)?.focus();
  }, [active, rows]);

  const go = (key: string, pressed: string): boolean => {
    const move = treeMove(rows, key, pressed);
    if (move === null) return false;
    setWanted('focus' in move ? move.focus : key);
    if ('expand' in move) tree.expand(move.expand);
    else if ('collapse' in move) tree.collapse(move.collapse);
    else if ('act' in move) tree.readOn(move.act);
    return true;
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || active === null) return;
    if (go(active, event.key)) event.preventDefault();
  };
  if (rows.length === 0) return <NoMembers />;
  return (
    <>
      <Picture rows={rows} />
      <ul
        className="team-tree"
        role="tree"
        aria-label={treeLabel}
        ref={list}
        onKeyDown={press}
        onFocus={() => (hasFocus.current = true)}
        onBlur={({ relatedTarget }) => {
          // A removed row loses focus without a target; moving focus elsewhere has one, or leaves the window.
          if (relatedTarget !== null) hasFocus.current = false;
        }}
      >
        {rows.map((row) => (
          <li
            key={row.key}
            role="treeitem"
            data-key={row.key}
            data-level={row.level}
            tabIndex={row.key === active ? 0 : -1}
            aria-level={row.level}
            aria-posinset={row.kind === 'member' ? row.position : undefined}
            aria-setsize={row.kind === 'member' ? (tree.sizeOf(row.parentKey) ?? -1) : undefined}
            aria-expanded={row.kind === 'member' ? (row.isExpanded ?? undefined) : undefined}
            onClick={() => {
              setWanted(row.key);
              go(row.key, 'Enter');
            }}
          >
            <RowContent row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The row at the tab stop. If it disappeared, the row at its place, for example of the page just loaded. */
function useActive(rows: readonly TreeRow[], wanted: string | null): string | null {
  const lastAt = useRef(0);
  const at = rows.findIndex(({ key }) => key === wanted);
  const active = rows[at < 0 ? Math.min(lastAt.current, rows.length - 1) : at]?.key ?? null;
  useEffect(() => {
    lastAt.current = Math.max(
      0,
      rows.findIndex(({ key }) => key === active),
    );
  }, [active, rows]);
  return active;
}

function NoMembers() {
  const { empty } = useTexts('team').members;
  const { title } = useTexts('team').invite;
  return <EmptyState text={empty} act={{ text: title, href: '#invite' }} />;
}

/** Renders nothing until the team is known to have members. */
function Picture({ rows }: { rows: readonly TreeRow[] }) {
  const user = useStore($user);
  if (user === null || rows[0]?.kind !== 'member') return null;
  return <TreePicture name={user.username} rows={rows} />;
}

function RowContent({ row }: { row: TreeRow }) {
  const { members, figures } = useTexts('team');
  const locale = useLocale();
  if (row.kind === 'rest') {
    return <span className="dim">{{ more: members.more, loading: members.loading, failed: members.failed }[row.status]}</span>;
  }
  const { username, uid, directCount, teamVolume } = row.member;
  const volume = formatAmount(teamVolume, { locale, fractionDigits: 2 });
  return (
    <>
      <span className="twist">{row.isExpanded !== null && <Icon name={row.isExpanded ? 'down' : 'right'} small />}</span>
      <span className="stack">
        <bdi translate="no">{username}</bdi>
        <small className="num">
          {verbatim(uid)} · {interpolate(members.invited, { count: formatCount(directCount, locale) })} ·{' '}
          {labelled(figures.volume, verbatim(`${volume}\u00a0USDT`), locale)}
        </small>
      </span>
    </>
  );
}

type Member = Extract<TreeRow, { kind: 'member' }>;

interface TreePictureProps {
  /** The member at the top. */
  name: string;
  rows: readonly TreeRow[];
}

/** The team as a drawing: the members invited, and a dot for each member that they invited. Hidden from screen readers: the tree itself says more. */
export function TreePicture({ name, rows }: TreePictureProps) {
  const { members } = useTexts('team');
  const locale = useLocale();
  const direct = rows.filter((row): row is Member => row.kind === 'member' && row.parentKey === null);
  const named = direct.slice(0, MOST_NAMES);
  const isLonger = direct.length > named.length || rows.some((row) => row.kind === 'rest' && row.parentKey === null);
  const slots = named.length + (isLonger ? 1 : 0);
  const middle = (slot: number): number => Math.round(((slot + 0.5) * WIDTH) / slots);
  return (
    <svg className="tree-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {Array.from({ length: slots }, (_, slot) => (
        <path key={slot} d={curve(WIDTH / 2, 34, middle(slot), NAMES_AT - 18)} />
      ))}
      <text className="strong" x={WIDTH / 2} y="24">
        {verbatim(name)}
      </text>
      {named.map(({ key, member }, slot) => (
        <g key={key}>
          <text className="strong" x={middle(slot)} y={NAMES_AT}>
            {verbatim(shorten(member.username))}
          </text>
          <text x={middle(slot)} y={NAMES_AT + 17}>
            {interpolate(members.invited, { count: formatCount(member.directCount, locale) })}
          </text>
          <Below x={middle(slot)} count={member.directCount} known={rows.filter((row) => row.parentKey === key)} />
        </g>
      ))}
      {isLonger && (
        <text className="strong" x={middle(named.length)} y={NAMES_AT}>
          …
        </text>
      )}
    </svg>
  );
}

/** The members that one of them invited, and those below, as far as they are loaded. */
function Below({ x, count, known }: { x: number; count: number; known: readonly TreeRow[] }) {
  const locale = useLocale();
  const drawn = Math.min(count, MOST_BELOW);
  const at = (place: number, of: number, gap: number): number => x + (place - (of - 1) / 2) * gap;
  const members = known.filter((row): row is Member => row.kind === 'member');
  return (
    <>
      {Array.from({ length: drawn }, (_, place) => {
        const dot = at(place, drawn, 24);
        const last = Math.min(members[place]?.member.directCount ?? 0, MOST_LAST);
        return (
          <g key={place}>
            <path d={curve(x, NAMES_AT + 25, dot, BELOW_AT - 5)} />
            <circle cx={dot} cy={BELOW_AT} r="4.5" />
            {Array.from({ length: last }, (__, each) => (
              <circle key={each} className="last" cx={dot + (each - (last - 1) / 2) * 7} cy={BELOW_AT + 17} r="2.5" />
            ))}
          </g>
        );
      })}
      {count > drawn && (
        <text x={at(drawn, drawn, 24) + 4} y={BELOW_AT + 4}>
          +{formatCount(count - drawn, locale)}
        </text>
      )}
    </>
  );
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const half = (fromY + toY) / 2;
  return `M${fromX} ${fromY}C${fromX} ${half} ${toX} ${half} ${toX} ${toY}`;
}

/** The tree itself has the whole name. */
function shorten(name: string): string {
  let width = 0;
  // Firefox has had it since 125.
  const letters = 'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment) : Array.from(name);
  const fitting = letters.filter((letter) => (width += letter >= '\u1100' ? 2 : 1) <= WIDEST_NAME);
  return fitting.length === letters.length ? name : `${fitting.slice(0, -1).join('')}…`;
}

interface Tree {
  rows: readonly TreeRow[];
  /** Number of members directly below this one; null while unknown. */
  sizeOf: (parentKey: string | null) => number | null;
  expand: (uid: string) => void;
  collapse: (uid: string) => void;
  /** Loads the next page of a branch, or retries the failed one. */
  readOn: (uid: string) => void;
}

/** The tree as far as it has been opened; a branch is loaded when opened. */
function useTeamTree(): Tree {
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
