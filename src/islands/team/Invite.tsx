import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { shareText } from '../../shell/copy-text.ts';
import { $referralInfo, refreshTeam } from '../../stores/profile-team.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { BonusCapNote } from './BonusCap.tsx';
import { ShowQr } from '../wallet/ShowQr.tsx';

/** The member's referral link and code, to copy, share or scan. */
export const Invite = island(function Invite(): React.JSX.Element {
  const { invite } = useTexts('team');
  const info = sectionState(useServerState($referralInfo));
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
