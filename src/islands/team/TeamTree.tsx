import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatCount } from '../../lib/format-count.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { treeMove, type TreeRow } from '../../lib/team/team-tree.ts';
import { $user } from '../../stores/session.ts';
import { Icon } from '../figures/Icon.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import { TreePicture } from './TreePicture.tsx';
import { useTeamTree } from './use-team-tree.ts';

/** The downline as an ARIA tree: one tab stop, arrow keys move, and a branch is loaded when opened. */
export function TeamTree(): React.JSX.Element {
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

function NoMembers(): React.JSX.Element {
  const { empty } = useTexts('team').members;
  const { title } = useTexts('team').invite;
  return <EmptyState text={empty} act={{ text: title, href: '#invite' }} />;
}

/** Renders nothing until the team is known to have members. */
function Picture({ rows }: { rows: readonly TreeRow[] }): React.JSX.Element | null {
  const user = useStore($user);
  if (user === null || rows[0]?.kind !== 'member') return null;
  return <TreePicture name={user.username} rows={rows} />;
}

function RowContent({ row }: { row: TreeRow }): React.JSX.Element {
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
          {verbatim(uid)} · {interpolate(members.invited, { count: formatCount(directCount, locale) })} · {figures.volume} {volume}
          {'\u00a0'}USDT
        </small>
      </span>
    </>
  );
}
