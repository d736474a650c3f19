import { useState } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { shareText } from '../../shell/copy-text.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $referralInfo, $selfDetails, refreshTeam } from '../../stores/profile-team.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Figure } from '../figures/Figure.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { Stat } from '../figures/Stat.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { ShowQr } from '../wallet/ShowQr.tsx';
import { BonusCapNote } from './BonusCap.tsx';

const LEVELS = [1, 2, 3] as const;

/** How many members joined, what they and the member have spent, and the bonuses earned. */
export const Figures = island(function Figures() {
  const { figures } = useTexts('team');
  const locale = useLocale();
  const info = useSection($referralInfo);
  const ownVolume = useOwnVolume();
  const data = info.kind === 'ready' ? info.data : null;
  const usdt = (amount: bigint | undefined) => (amount === undefined ? <Skeleton width={8} /> : <Figure value={amount} unit="USDT" />);
  const count = (number: number | undefined) =>
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

/** Part of every page of the list; the last value is kept while the next page loads. */
function useOwnVolume(): bigint | undefined {
  const read = useServerState($selfDetails).data?.ownVolume;
  const [kept, setKept] = useState(read);
  if (read !== undefined && read !== kept) setKept(read);
  return read ?? kept;
}

/** The member's referral link and code, to copy, share or scan. */
export const Invite = island(function Invite() {
  const { invite } = useTexts('team');
  const info = useSection($referralInfo);
  const link = info.kind === 'ready' ? info.data.link : null;
  const earns = info.kind === 'ready' && info.data.levels.some(({ rate }) => rate > 0);
  return (
    <Section id="invite" title={invite.title} note={invite.note}>
      {info.kind === 'failed' ? (
        <FailureNotice failure={info.failure} retry={refreshTeam} />
      ) : (
        <div className="field invite">
          <span className="label">{invite.link}</span>
          <div className="copy-row">
            {/* Keyed by text, so a change of width isn't a layout shift. */}
            <span key={link} className="num" translate="no">
              {link ?? <Skeleton width={16} />}
            </span>
            {link !== null && <CopyButton text={link} label={invite.copy} copied={invite.copied} />}
          </div>
          <p className="note">
            {invite.code}
            {spaceAfter(invite.code)}
            <b className="num" translate="no">
              {info.kind === 'ready' ? info.data.referralCode : <Skeleton width={8} />}
            </b>
          </p>
          {/* First what an invitation brings, and what has to be done for it to bring anything. */}
          {earns ? <p className="note cap-note">{'\u00a0'}</p> : <BonusCapNote />}
          <div className="btn-row">
            <button
              type="button"
              className={earns ? 'btn btn-primary' : 'btn btn-secondary'}
              disabled={link === null}
              onClick={({ currentTarget }) =>
                link !== null && void shareText({ url: link, text: invite.shareText }, currentTarget, invite.copied)
              }
            >
              {invite.share}
            </button>
          </div>
          <ShowQr content={link} show={invite.showQr} label={invite.qr} />
        </div>
      )}
    </Section>
  );
});
