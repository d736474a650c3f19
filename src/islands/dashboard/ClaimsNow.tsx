import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $lacksClaimAll } from '../../stores/claim-all.ts';
import { $minuteMs } from '../../stores/now.ts';
import { Figure } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Points } from '../figures/Points.tsx';
import { claimLines, type ClaimLine, claimNote, lapsesAt } from './claim-lines.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { sectionState } from '../state/section-state.ts';
import { Section } from '../state/Section.tsx';
import { useClaimDesk } from './use-claim-desk.ts';
import { useServerState } from '../state/use-server-state.ts';

/** What can be claimed now. Renders nothing on failure, which the portfolio above already reports. */
export const ClaimsNow = island(function ClaimsNow(): React.JSX.Element | null {
  const { claims: texts, claimAll } = useTexts('home');
  const desk = useClaimDesk();
  const isOneByOne = useStore($lacksClaimAll, { ssr: 'initial' });
  const state = sectionState(useServerState($dashboard));
  const nowMs = useStore($minuteMs, { ssr: 'initial' });
  if (state.kind === 'failed') return null;
  if (state.kind === 'loading') {
    return (
      <Section id="claims" title={texts.title} note={texts.note}>
        <ul className="claims" aria-hidden="true">
          <li>
            <span className="what">
              <Skeleton width={8} />
            </span>
            <span className="amt">
              <Skeleton width={6} />
            </span>
          </li>
        </ul>
      </Section>
    );
  }
  const { claimable } = state.data;
  const lines = claimable ? claimLines(claimable).map((line) => ({ line, lapses: lapsesAt(line.kind, claimable, nowMs) })) : [];
  return (
    <Section id="claims" title={texts.title} note={lines.some(({ lapses }) => lapses !== null) ? texts.note : undefined}>
      {lines.length === 0 ? (
        <div className="state">
          <h3>{texts.emptyTitle}</h3>
          <p>{texts.emptyText}</p>
        </div>
      ) : (
        <>
          <ul className="claims">
            {lines.map(({ line, lapses }, index) => (
              <Claim key={line.kind} line={line} lapses={lapses}>
                <button
                  type="button"
                  className={index === 0 && line.kind !== 'score' ? 'btn btn-primary' : 'btn btn-secondary'}
                  aria-label={interpolate(texts.claimNamed, { what: texts[line.kind] })}
                  onPointerEnter={desk.prepare}
                  onFocus={desk.prepare}
                  onClick={() => desk.open([line])}
                >
                  {texts.claim}
                </button>
              </Claim>
            ))}
          </ul>
          {lines.length > 1 && !isOneByOne && (
            <div className="btn-row">
              <button
                type="button"
                className="btn btn-secondary"
                onPointerEnter={desk.prepare}
                onFocus={desk.prepare}
                onClick={() => desk.open(lines.map(({ line }) => line))}
              >
                {claimAll.button}
              </button>
            </div>
          )}
        </>
      )}
      {desk.dialogs && <desk.dialogs.ClaimDesk asked={desk.asked} />}
    </Section>
  );
});

interface ClaimProps {
  line: ClaimLine;
  lapses: string | null;
  children: ReactNode;
}

function Claim({ line, lapses, children }: ClaimProps): React.JSX.Element {
  const texts = useTexts('home').claims;
  const locale = useLocale();
  return (
    <li>
      <span className="what">
        {texts[line.kind]}
        <small>{claimNote(line.kind, lapses, texts, locale)}</small>
      </span>
      <span className="amt">
        {line.amount !== null && <Figure value={line.amount} unit={line.walletType} />}
        {line.amount !== null && line.points > 0 && ' + '}
        {line.points > 0 && <Points value={line.points} unit={texts.points} />}
      </span>
      {children}
    </li>
  );
}
