import { useStore } from '@nanostores/react';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { fillLink } from '../../lib/ways-in.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { $user } from '../../stores/session.ts';
import { $wanted, $waysIn } from '../../stores/ways-in.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { ShowQr } from './ShowQr.tsx';
import { useShown } from '../state/use-shown.ts';

/** For a wallet with nothing in it: the member's own address to receive at, and where JU and USDT come from. */
export const GetTokens = island(function GetTokens() {
  const { get } = useTexts('wallet');
  const { copied, copy, showQr } = useTexts('wallet').deposit;
  const address = useStore($user, { ssr: () => null })?.address ?? null;
  const { juLink } = useTexts('info').help;
  const ways = useSection($waysIn);
  const wanted = useShown($wanted);
  return (
    <Section id="get" title={get.title} note={get.note}>
      <div className="field vault">
        <span className="label">{get.address}</span>
        <div className="copy-row">
          {/* Keyed by value, so that a change of width isn't a layout shift. */}
          <span key={address} className="num" translate="no">
            {address ?? <Skeleton width={16} />}
          </span>
          {address !== null && <CopyButton text={address} label={copy} copied={copied} />}
        </div>
        <ShowQr content={address} show={showQr} label={get.qr} />
        <p className="note">{get.onlyHere}</p>
      </div>
      {/* There from the start, so that nothing moves when the links come. */}
      <p className="btn-row ways-in">
        {address !== null &&
          ways.kind === 'ready' &&
          ways.data.map(({ kind, link }) => (
            <a
              key={kind}
              className="btn btn-secondary"
              href={fillLink(link, { ...wanted, address })}
              target="_blank"
              rel="noopener noreferrer"
            >
              {get[kind]}
            </a>
          ))}
        {(ways.kind === 'failed' || (ways.kind === 'ready' && ways.data.length === 0)) && (
          <a className="btn btn-secondary" href={`${localePath(pageLanguage(), '/help')}#ju`}>
            {juLink}
          </a>
        )}
      </p>
    </Section>
  );
});
