import { useState } from 'react';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { formatCount } from '../../lib/format-count.ts';
import { isolate } from '../../lib/isolate.ts';
import type { TeamMember } from '../../lib/team/team-tree.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { $teamFilter, $teamList, $teamPage, $totalTeamPage, filterTeam, refreshTeam, wholeTeam } from '../../stores/profile-team.ts';
import { usePart } from '../action/use-part.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { Choice } from '../list/Choice.tsx';
import { Pager } from '../list/Pager.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { EmptyState, FailureNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { Section } from '../state/Section.tsx';

const treePart = definePart(() => import('./TeamTree.tsx'));

/** The member's downline, as a paged list or as a tree. */
export const Members = island(function Members() {
  const { members } = useTexts('team');
  const [view, setView] = useState<'list' | 'tree'>('list');
  const tree = usePart(treePart, view === 'tree' ? 'now' : 'not yet');
  return (
    <Section id="members" title={members.title} note={members.note}>
      <form className="team-filters" onSubmit={(event) => event.preventDefault()}>
        <Choice id="view" name={members.view} options={['list', 'tree']} labelOf={(name) => members[name]} chosen={view} choose={setView} />
        {view === 'list' && <ListFilter />}
      </form>
      {view === 'list' ? <MemberTable /> : tree ? <tree.TeamTree /> : <p aria-busy="true" />}
    </Section>
  );
});

function ListFilter() {
  const { members, figures } = useTexts('team');
  const filter = useShown($teamFilter);
  return (
    <>
      <Choice
        id="level"
        name={members.level}
        options={[null, 1, 2, 3]}
        labelOf={(level) => (level === null ? members.all : interpolate(figures.level, { level }))}
        chosen={filter.level}
        choose={(level) => filterTeam({ ...filter, level })}
      />
      {filter.under !== null && (
        <p className="team-under" role="status">
          {interpolate(members.under, { uid: filter.under })}{' '}
          <button type="button" className="link" onClick={() => filterTeam(wholeTeam)}>
            {members.whole}
          </button>
        </p>
      )}
    </>
  );
}

/** The downline, newest first, in pages. */
function MemberTable() {
  const { members, figures } = useTexts('team');
  const { title } = useTexts('team').invite;
  const list = useSection($teamList);
  const totalPages = useServerState($totalTeamPage).data ?? null;
  const page = useShown($teamPage);
  const filter = useShown($teamFilter);
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
        <Waiting />
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

function MemberRow({ member }: { member: TeamMember }) {
  const { members, figures } = useTexts('team');
  const locale = useLocale();
  const { uid, username, address, level, role, joinedAt, directCount, ownVolume, teamVolume } = member;
  const usdt = (amount: bigint) => <Figure value={amount} unit="USDT" />;
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
