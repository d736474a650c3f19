import { useStore } from '@nanostores/react';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { $dashboard, type Outlook } from '../../stores/dashboard.ts';
import { $minuteMs } from '../../stores/now.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { type ComingLine, comingLines } from './coming-lines.ts';

const PLACES = {
  MATURES: ['/staking', ''],
  VESTED: ['/treasury', ''],
  PRIVILEGE: ['/profile/roles', ''],
  PRIVILEGE_LAPSES: ['/home', '#claims'],
  POINTS_LAPSE: ['/home', '#claims'],
  VOTE_ENDS: ['/home', '#vote'],
} as const;

interface ComingProps {
  coming: Outlook['coming'];
  language: LanguageCode;
}

/** What happens next, with its date, and where to act on it. */
export function Coming({ coming, language }: ComingProps): React.JSX.Element {
  const { claims, coming: words } = useTexts('home');
  const { calendar } = useTexts('notices');
  const locale = useLocale();
  const nowMs = useStore($minuteMs, { ssr: 'initial' });
  const lines = comingLines(coming, useServerState($dashboard).data?.claimable, nowMs);
  if (lines.length === 0) return <p className="dim">{words.none}</p>;
  const nameOf = ({ kind, title = '' }: ComingLine): string =>
    ({
      MATURES: calendar.matured,
      VESTED: calendar.vested,
      PRIVILEGE: calendar.privilege,
      PRIVILEGE_LAPSES: interpolate(words.lapses, { what: claims.privilege }),
      POINTS_LAPSE: interpolate(words.lapses, { what: claims.score }),
      VOTE_ENDS: interpolate(calendar.vote, { title }),
    })[kind];
  return (
    <dl className="ledger">
      {lines.map((line) => {
        const [path, part] = PLACES[line.kind];
        return (
          <div key={line.kind + line.at + (line.amount ?? '')}>
            <dt>
              <a href={localePath(language, path) + part}>{nameOf(line)}</a>
            </dt>
            <dd>
              {formatDateTime(line.at, locale, { day: 'numeric', month: 'short' })}
              {line.amount !== undefined && (
                <small>
                  <Figure value={line.amount} unit="JUF" />
                </small>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
