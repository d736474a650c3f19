import { interpolate } from '../../lib/i18n/interpolate.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDay } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { claimLines, type ClaimLine } from './claim-lines.ts';
import { sectionState } from '../state/section-state.ts';
import type { HomeTexts } from './home-texts.ts';
import { Section } from '../state/Section.tsx';
import { useServerState } from '../state/use-server-state.ts';

interface ClaimsNowProps {
  locale: string;
  texts: Pick<HomeTexts, 'claims'>;
}

/** What waits to be claimed. A failure is told by the portfolio above; here is then nothing to tell. */
export function ClaimsNow({ locale, texts: { claims: texts } }: ClaimsNowProps): React.JSX.Element | null {
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
        <ul className="claims">
          {lines.map((line) => (
            <Claim key={line.kind} line={line} locale={locale} texts={texts} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Claim({ line, locale, texts }: { line: ClaimLine; locale: string; texts: HomeTexts['claims'] }): React.JSX.Element {
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
        {line.points > 0 && (
          <span className="num">
            {new Intl.NumberFormat(locale).format(line.points)}
            <span className="unit">{texts.points}</span>
          </span>
        )}
      </span>
    </li>
  );
}
