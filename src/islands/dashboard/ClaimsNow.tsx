import type { ReactNode } from 'react';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDay } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Points } from '../figures/Points.tsx';
import { Fetching } from '../action/Fetching.tsx';
import { claimLines, type ClaimLine } from './claim-lines.ts';
import type { ClaimTexts } from './claim-texts.ts';
import { sectionState } from '../state/section-state.ts';
import type { HomeTexts } from './home-texts.ts';
import { Section } from '../state/Section.tsx';
import { useClaimDesk } from './use-claim-desk.ts';
import { useServerState } from '../state/use-server-state.ts';

interface ClaimsNowProps {
  locale: string;
  texts: ClaimTexts;
}

/** What can be claimed now. Renders nothing on failure, which the portfolio above already reports. */
export function ClaimsNow({ locale, texts: allTexts }: ClaimsNowProps): React.JSX.Element | null {
  const { claims: texts } = allTexts;
  const desk = useClaimDesk();
  const state = sectionState(useServerState($dashboard));
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
  const lines = state.data.claimable ? claimLines(state.data.claimable) : [];
  return (
    <Section id="claims" title={texts.title} note={lines.some(({ kind }) => kind === 'score') ? texts.note : undefined}>
      {lines.length === 0 ? (
        <div className="state">
          <h3>{texts.emptyTitle}</h3>
          <p>{texts.emptyText}</p>
        </div>
      ) : (
        <>
          <ul className="claims">
            {lines.map((line, index) => (
              <Claim key={line.kind} line={line} locale={locale} texts={texts}>
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
          {lines.length > 1 && (
            <div className="btn-row">
              <button
                type="button"
                className="btn btn-secondary"
                onPointerEnter={desk.prepare}
                onFocus={desk.prepare}
                onClick={() => desk.open(lines)}
              >
                {allTexts.claimAll.button}
              </button>
            </div>
          )}
        </>
      )}
      {desk.isMissing && <Fetching isMissing texts={allTexts.action.missing} />}
      {desk.module && <desk.module.ClaimDesk asked={desk.asked} locale={locale} texts={allTexts} />}
    </Section>
  );
}

interface ClaimProps {
  line: ClaimLine;
  locale: string;
  texts: HomeTexts['claims'];
  children: ReactNode;
}

function Claim({ line, locale, texts, children }: ClaimProps): React.JSX.Element {
  const note = texts[`${line.kind}Note`];
  return (
    <li>
      <span className="what">
        {texts[line.kind]}
        {line.kind !== 'privilege' && <small>{note}</small>}
        {line.kind === 'privilege' && line.nextAt !== null && <small>{interpolate(note, { date: formatDay(line.nextAt, locale) })}</small>}
      </span>
      <span className="amt">
        {line.amount !== null && <Figure value={line.amount} decimals={18} locale={locale} unit={line.walletType} />}
        {line.amount !== null && line.points > 0 && ' + '}
        {line.points > 0 && <Points value={line.points} unit={texts.points} locale={locale} />}
      </span>
      {children}
    </li>
  );
}
