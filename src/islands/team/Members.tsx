import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { $teamFilter, filterTeam, wholeTeam } from '../../stores/profile-team.ts';
import { usePart } from '../action/use-part.ts';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { MemberTable } from './MemberTable.tsx';

const treePart = definePart(() => import('./TeamTree.tsx'));

/** The member's downline, as a paged list or as a tree. */
export const Members = island(function Members(): React.JSX.Element {
  const { members } = useTexts('team');
  const [view, setView] = useState<'list' | 'tree'>('list');
  const isAlive = useIsAlive();
  const tree = usePart(treePart, view === 'tree' ? 'now' : 'not yet');
  return (
    <Section id="members" title={members.title} note={members.note}>
      <form className="team-filters" onSubmit={(event) => event.preventDefault()}>
        <fieldset className="field" disabled={!isAlive}>
          <legend className="label">{members.view}</legend>
          <div className="seg seg-inline">
            {(['list', 'tree'] as const).map((name) => (
              <label key={name}>
                <input type="radio" name="view" value={name} checked={view === name} onChange={() => setView(name)} />
                {members[name]}
              </label>
            ))}
          </div>
        </fieldset>
        {view === 'list' && <ListFilter isAlive={isAlive} />}
      </form>
      {view === 'list' ? <MemberTable /> : tree ? <tree.TeamTree /> : <p aria-busy="true" />}
    </Section>
  );
});

function ListFilter({ isAlive }: { isAlive: boolean }): React.JSX.Element {
  const { members, figures } = useTexts('team');
  const filter = useStore($teamFilter, { ssr: 'initial' });
  return (
    <>
      <fieldset className="field" disabled={!isAlive}>
        <legend className="label">{members.level}</legend>
        <div className="seg seg-inline">
          {([null, 1, 2, 3] as const).map((level) => (
            <label key={level ?? 'all'}>
              <input
                type="radio"
                name="level"
                value={level ?? ''}
                checked={filter.level === level}
                onChange={() => filterTeam({ ...filter, level })}
              />
              {level === null ? members.all : interpolate(figures.level, { level })}
            </label>
          ))}
        </div>
      </fieldset>
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
