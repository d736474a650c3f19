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
import { ShowQr } from '../wallet/ShowQr.tsx';

/** The member's referral link and code, to copy, share or scan. */
export const Invite = island(function Invite(): React.JSX.Element {
  const { invite } = useTexts('team');
  const info = sectionState(useServerState($referralInfo));
  const link = info.kind === 'ready' ? info.data.link : null;
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
          <div className="btn-row">
            <button
              type="button"
              className="btn btn-primary"
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
