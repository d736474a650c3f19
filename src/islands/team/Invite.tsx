import { spaceAfter } from '../../lib/i18n/punctuation.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { useEffect, useRef, useState } from 'react';
import { shareText } from '../../shell/copy-text.ts';
import { $referralInfo, refreshTeam } from '../../stores/profile-team.ts';
import { usePart } from '../action/use-part.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';

/** The QR library is only loaded once the code is shown. */
const qrCodePart = definePart(() => import('../wallet/QrCode.tsx'));

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
          <ShowQr link={link} />
        </div>
      )}
    </Section>
  );
});

function ShowQr({ link }: { link: string | null }): React.JSX.Element {
  const { invite } = useTexts('team');
  const [isShown, setShown] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  // The details may have been opened before hydration.
  useEffect(() => setShown(details.current?.open ?? false), []);
  const qr = usePart(qrCodePart, isShown ? 'now' : 'not yet');
  return (
    <details ref={details} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{invite.showQr}</summary>
      <div className="qr">{isShown && link !== null && (qr ? <qr.QrCode text={link} label={invite.qr} /> : <p aria-busy="true" />)}</div>
    </details>
  );
}
