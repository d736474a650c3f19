import { mulDivFloor } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { formatRate } from '../../lib/format-terms.ts';
import { joinSentences } from '../../lib/i18n/punctuation.ts';
import { formatShown } from '../../lib/shown-amount.ts';
import { bonusCap, type Cap } from '../../lib/team/bonus-cap.ts';
import { $roles } from '../../stores/profile-roles.ts';
import { $referralInfo } from '../../stores/profile-team.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';

interface BonusCapProps {
  /** In a review: what is about to be paid for a role, which raises the cap. */
  paying?: bigint;
}

/** What bonuses have brought of the most that they can bring, what raises that, and why nothing is earned, if so. */
export function BonusCap({ paying }: BonusCapProps) {
  const texts = useTexts('team').cap;
  const locale = useLocale();
  const info = useServerState($referralInfo);
  const roles = useServerState($roles);
  const note = useNote();
  const isFailed = Boolean((info.error && !info.data) || (roles.error && !roles.data));
  if (isFailed) return null;
  const found = info.data && roles.data ? bonusCap(info.data, roles.data, paying) : null;
  if (found?.cap === null) return <p className="note cap-note">{note(found)}</p>;
  const share = !found?.cap ? 0 : Number(mulDivFloor(found.earned < found.cap ? found.earned : found.cap, BASIS_POINTS, found.cap));
  const write = (value: bigint): string => formatShown(value, locale);
  const [earned, cap] = found === null ? [] : [write(found.earned), write(found.cap)];
  return (
    <div className="bar-wrap bonus-cap">
      <div
        role="meter"
        aria-label={texts.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share / 100)}
        aria-valuetext={earned === undefined ? '' : interpolate(texts.ofCap, { earned, cap: cap ?? '' })}
      >
        <svg className="bar" viewBox="0 0 10000 1" preserveAspectRatio="none" aria-hidden="true">
          <rect className="bar-part" width={share} height="1" />
        </svg>
      </div>
      <div className="bar-lines">
        {/* Keyed by text, so a change of width isn't a layout shift. */}
        <span key={earned} className="num">
          {earned === undefined ? <Skeleton width={8} /> : interpolate(texts.earned, { amount: earned })}
        </span>
        <span key={`of ${cap ?? ''}`} className="num">
          {cap === undefined ? <Skeleton width={8} /> : interpolate(paying === undefined ? texts.most : texts.mostAfter, { amount: cap })}
        </span>
      </div>
      {paying === undefined && <p className="note cap-note">{found === null ? '\u00a0' : note(found)}</p>}
    </div>
  );
}

interface CapRuleProps {
  /** With `{{rate}}`. */
  text: string;
  /** Where the provider doesn’t say the rate. */
  plain: string;
  className?: string;
}

/** The rule behind the cap, with its rate; its room is kept while that is on its way. */
export function CapRule({ text, plain, className }: CapRuleProps) {
  const locale = useLocale();
  const { data, error } = useServerState($roles);
  const rate = data?.bonusCapRate;
  const isUnsaid = rate === undefined && Boolean(data ?? error);
  const said = isUnsaid ? plain : interpolate(text, { rate: rate === undefined ? '–' : formatRate(rate, locale) });
  // Drawn anew with its rate: the words behind it would move.
  return (
    <p key={said} className={className}>
      {said}
    </p>
  );
}

/** Why nothing is earned and what would change that, without the bar. */
export function BonusCapNote() {
  const info = useServerState($referralInfo).data;
  const roles = useServerState($roles).data;
  const note = useNote();
  return info && roles ? <p className="note cap-note">{note(bonusCap(info, roles))}</p> : <p className="note cap-note">{'\u00a0'}</p>;
}

function useNote(): (cap: Cap) => string {
  const texts = useTexts('team').cap;
  const locale = useLocale();
  return ({ earned, cap, why, next }) => {
    const amount = formatShown(cap === null || cap === 0n ? earned : cap, locale);
    const said = [
      ...(why === 'REACHED' ? [interpolate(texts.reached, { amount })] : []),
      ...(why === 'NOTHING_PAID' ? [texts.unpaid] : []),
      ...(next === null
        ? []
        : [
            interpolate(texts.raises, {
              role: next.role.name,
              price: formatShown(next.role.upgradePrice ?? 0n, locale),
              amount: formatShown(next.cap, locale),
            }),
          ]),
    ];
    return said.length === 0 ? '\u00a0' : joinSentences(said, locale);
  };
}
