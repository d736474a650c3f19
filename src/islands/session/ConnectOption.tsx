import { definePart } from '../../lib/visit/define-part.ts';
import { useEffect, useState } from 'react';
import { walletConnectPairing } from '../../lib/chain/wallets/walletconnect-pairing.ts';
import { walletConnectProjectId } from '../../lib/chain/wallets/wallet-settings.ts';
import { usePart } from '../action/use-part.ts';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import type { WalletsHere } from './use-wallets.ts';
import { Glyph } from './WalletOptionRow.tsx';

interface ConnectOptionProps {
  name: string;
  here: WalletsHere;
  isLastUsed: boolean;
  /** Waiting for a wallet. */
  isBusy: boolean;
}

/** The code of WalletConnect and of the pairing view is loaded when pressed, or if this tab was already waiting for a wallet. */
const panelPart = definePart(() => Promise.all([import('./ConnectPanel.tsx'), import('../../stores/walletconnect.ts')]));

export function ConnectOption({ name, here, isLastUsed, isBusy }: ConnectOptionProps): React.JSX.Element {
  const texts = useTexts('session').wallets;
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || isBusy;
  const panel = usePart(panelPart, isOpen ? 'now' : 'not yet');
  const press = async (): Promise<void> => {
    setPressed(true);
    const [, { chooseWalletConnect }] = await panelPart.whenLoaded();
    await chooseWalletConnect();
  };
  const start = (): void => void press();
  // The phone discarded the tab while the wallet was open.
  useEffect(() => {
    if (walletConnectPairing.get() !== null) start();
  }, []);
  const Panel = panel?.[0].ConnectPanel;
  const isOff = walletConnectProjectId === undefined;
  return (
    <>
      <button className="wallet-opt" type="button" aria-busy={isBusy || undefined} disabled={isOff} onClick={start}>
        <Glyph text="WC" file="walletconnect" />
        <span>
          <b>{name}</b>
          <small>{isOff ? texts.connectOff : here.isMobile ? texts.connectPhone : texts.connectHint}</small>
        </span>
        {isLastUsed ? <span className="badge badge-acc">{texts.lastUsed}</span> : <Icon name="right" small />}
      </button>
      {isOpen && Panel && <Panel isMobile={here.isMobile} />}
    </>
  );
}
