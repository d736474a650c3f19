import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import { isolate } from '../../lib/isolate.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import type { TeamMember } from '../../lib/team/team-tree.ts';
import { $teamFilter, $teamList, $teamPage, $totalTeamPage, filterTeam, refreshTeam } from '../../stores/profile-team.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Pager } from '../list/Pager.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The downline, newest first, in pages. */
export function MemberTable(): React.JSX.Element {
  const { members, figures } = useTexts('team');
  const { title } = useTexts('team').invite;
  const list = sectionState(useServerState($teamList));
  const totalPages = useServerState($totalTeamPage).data ?? null;
  const page = useStore($teamPage, { ssr: 'initial' });
  const filter = useStore($teamFilter, { ssr: 'initial' });
  // There is nothing to page through before the first page is known, and its rows would push the buttons away.
  const [wasRead, setWasRead] = useState(false);
  if (list.kind === 'ready' && !wasRead) setWasRead(true);
  if (list.kind === 'failed') return <FailureNotice failure={list.failure} retry={refreshTeam} />;
  if (list.kind === 'ready' && list.data.length === 0 && page === 1) {
    const isWhole = filter.level === null && filter.under === null;
    return isWhole ? <EmptyState text={members.empty} act={{ text: title, href: '#invite' }} /> : <EmptyState text={members.emptyFilter} />;
  }
  return (
    <>
      {list.kind === 'loading' ? (
        <p aria-busy="true">
          <Skeleton width={16} />
        </p>
      ) : (
        <table className="table mid">
          <TableHead
            columns={[
              { name: members.member },
              { name: members.role },
              { name: members.joined },
              { name: members.own, kind: 'figure' },
              { name: figures.volume, kind: 'figure' },
            ]}
          />
          <tbody>
            {list.data.map((member) => (
              <MemberRow key={member.uid} member={member} />
            ))}
          </tbody>
        </table>
      )}
      {wasRead && <Pager page={page} totalPages={totalPages} turn={(next) => $teamPage.set(next)} />}
    </>
  );
}

function MemberRow({ member }: { member: TeamMember }): React.JSX.Element {
  const { members, figures } = useTexts('team');
  const locale = useLocale();
  const { uid, username, address, level, role, joinedAt, directCount, ownVolume, teamVolume } = member;
  const usdt = (text: string): React.JSX.Element => <Figure value={text} unit="USDT" />;
  const below = interpolate(members.invited, { count: formatCount(directCount, locale) });
  return (
    <tr>
      <th scope="row">
        <span className="stack">
          <bdi translate="no">{username}</bdi>
          <small className="num">
            {interpolate(figures.level, { level })} · {verbatim(uid)} · {address}
          </small>
        </span>
        {directCount > 0 && level < 3 && (
          <button
            type="button"
            className="link"
            aria-label={labelled(below, interpolate(members.teamOf, { name: isolate(username) }), locale)}
            onClick={() => filterTeam({ level: null, under: uid })}
          >
            {below}
          </button>
        )}
      </th>
      <td data-l={members.role}>{role.name}</td>
      <td className="num" data-l={members.joined}>
        {formatDate(joinedAt, locale)}
      </td>
      <td className="r" data-l={members.own}>
        {usdt(ownVolume)}
      </td>
      <td className="r" data-l={figures.volume}>
        {usdt(teamVolume)}
      </td>
    </tr>
  );
}
