import { joinSentences } from '../../lib/i18n/punctuation.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { Notice } from '../action/Notice.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { WhatIs } from '../figures/WhatIs.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { DepositForm } from './DepositForm.tsx';
import { OnTheWay } from './OnTheWay.tsx';
import { ShowQr } from './ShowQr.tsx';

/** From the connected wallet, or by hand from the member's own address. */
export const Deposit = island(function Deposit(): React.JSX.Element {
  const { deposit } = useTexts('wallet');
  const locale = useLocale();
  const state = sectionState(useServerState($walletOverview));
  const vault = state.kind === 'ready' ? state.data.vault : undefined;
  return (
    <Section id="deposit" title={deposit.title} note={deposit.note}>
      {vault === null && <Notice kind="warning" text={deposit.noVault} />}
      {vault !== null && <DepositForm vault={vault ?? null} wallets={state.kind === 'ready' ? state.data.walletList : []} />}
      <OnTheWay />
      {vault !== null && (
        <div className="field vault">
          <span className="label">
            {deposit.vault} <WhatIs term="vault" />
          </span>
          <div className="copy-row">
            {/* Keyed by value, so that a change of width isn't a layout shift. */}
            <span key={vault} className="num" translate="no">
              {vault ?? (state.kind === 'failed' ? '–' : <Skeleton width={16} />)}
            </span>
            {vault && <CopyButton text={vault} label={deposit.copy} copied={deposit.copied} />}
          </div>
          <ShowQr content={vault ?? null} show={deposit.showQr} label={deposit.qr} />
          <p className="note">{joinSentences([deposit.ownOnly, deposit.exchange], locale)}</p>
        </div>
      )}
    </Section>
  );
});
