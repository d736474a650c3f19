import { useState } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $referralInfo, $selfDetails, refreshTeam } from '../../stores/profile-team.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { StaleNotice } from '../state/StaleNotice.tsx';
import { useServerState } from '../state/use-server-state.ts';

const LEVELS = [1, 2, 3] as const;

/** How many members joined, what they and the member have spent, and the bonuses earned. */
export const Figures = island(function Figures(): React.JSX.Element {
  const { figures } = useTexts('team');
  const locale = useLocale();
  const info = sectionState(useServerState($referralInfo));
  const ownVolume = useOwnVolume();
  const data = info.kind === 'ready' ? info.data : null;
  const usdt = (text: string | undefined): React.JSX.Element =>
    text === undefined ? <Skeleton width={8} /> : <Figure value={text} unit="USDT" />;
  const count = (number: number | undefined): React.JSX.Element =>
    number === undefined ? <Skeleton width={4} /> : <span className="num">{formatCount(number, locale)}</span>;
  return (
    <Section id="figures" title={figures.title} note={figures.note}>
      {info.kind === 'failed' ? (
        <FailureNotice failure={info.failure} retry={refreshTeam} />
      ) : (
        <>
          {info.kind === 'ready' && info.stale && <StaleNotice readAtMs={answerReadAtMs($referralInfo.key ?? '')} />}
          <dl className="stats">
            <Stat name={figures.direct}>{count(data?.directCount)}</Stat>
            <Stat name={figures.team}>{count(data?.teamCount)}</Stat>
            <Stat name={figures.own}>{usdt(ownVolume)}</Stat>
            <Stat name={figures.earned}>{usdt(data?.earned)}</Stat>
          </dl>
          <Ledger
            className="team-levels"
            lines={[
              ...LEVELS.map((level) => {
                const of = data?.levels.find((candidate) => candidate.level === level);
                return {
                  name: interpolate(figures.level, { level }),
                  value: (
                    <>
                      {usdt(of?.volume)}
                      <small className="num">
                        {of === undefined ? '\u00a0' : interpolate(figures.members, { count: formatCount(of.count, locale) })}
                      </small>
                    </>
                  ),
                };
              }),
              { name: figures.volume, value: usdt(data?.teamVolume), kind: 'sum' as const },
            ]}
          />
        </>
      )}
    </Section>
  );
});

function Stat({ name, children }: { name: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd className="v">{children}</dd>
    </div>
  );
}

/** Part of every page of the list; the last value is kept while the next page loads. */
function useOwnVolume(): string | undefined {
  const read = useServerState($selfDetails).data?.ownVolume;
  const [kept, setKept] = useState(read);
  if (read !== undefined && read !== kept) setKept(read);
  return read ?? kept;
}
