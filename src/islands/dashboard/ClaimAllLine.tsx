import type { PlannedClaim } from '../../lib/claims/claim-plan.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { claimAll } from '../../stores/claim-all.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { GainFigures } from './GainFigures.tsx';

interface ClaimAllLineProps {
  line: PlannedClaim;
  /** Whether this tab runs the claims, and so can take instructions. */
  isHere: boolean;
}

/** One claim of the run, and its outcome. */
export function ClaimAllLine({ line, isHere }: ClaimAllLineProps): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { follow } = useTexts('action');
  const locale = useLocale();
  const { kind, asked, outcome } = line;
  const { status } = outcome;
  const isOpen = isHere && status === 'unsure' && (outcome.waitsFor === 'person' || outcome.waitsFor === 'history');
  const differs = status === 'done' && (outcome.paid.amount !== asked.amount || outcome.paid.points !== asked.points);
  return (
    <li data-kind={kind} data-status={status}>
      <span className="what">
        {claims[kind]}
        <small>{statusText(line, words, follow)}</small>
        {status === 'done' && outcome.transaction && (
          <small>
            {formatDateTime(outcome.transaction.createdAt, locale)}{' '}
            <a href={`${localePath(pageLanguage(), '/wallet/history')}#${outcome.transaction.id}`}>{follow.receipt.history}</a>
          </small>
        )}
        {'isEarlier' in outcome && outcome.isEarlier && <small>{words.earlier}</small>}
        {status === 'unsure' && <small className="num">{interpolate(follow.reference, { id: outcome.key })}</small>}
        {status === 'refused' && outcome.requestId !== undefined && (
          <small className="num">{interpolate(follow.request, { id: outcome.requestId })}</small>
        )}
        {isOpen && (
          <span className="btn-row">
            {outcome.waitsFor === 'person' && (
              <button type="button" className="btn btn-secondary" onClick={() => claimAll.retry(kind)}>
                {follow.ask}
              </button>
            )}
            <button type="button" className="btn btn-ghost" onClick={() => claimAll.release(kind)}>
              {follow.letGo}
            </button>
          </span>
        )}
      </span>
      <span className="amt">
        <GainFigures gain={status === 'done' ? outcome.paid : asked} unit={claims.points} />
        {differs && (
          <small>
            {words.reviewed} <GainFigures gain={asked} unit={claims.points} />
          </small>
        )}
      </span>
    </li>
  );
}

function statusText({ outcome }: PlannedClaim, words: Texts<'home'>['claimAll'], follow: Texts<'action'>['follow']): string {
  switch (outcome.status) {
    case 'waiting':
      return words.waiting;
    case 'sending':
      return follow.sendingTitle;
    case 'unsure':
      return follow.unsure[outcome.waitsFor];
    case 'done':
      return words.done;
    case 'refused':
      return interpolate(words.notClaimed, { reason: outcome.message || follow.noReason });
    case 'notSent':
      return words.notSent[outcome.why];
    case 'elsewhere':
      return words.elsewhere;
  }
}
