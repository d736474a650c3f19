import { useEffect, useState } from 'react';
import type { DiscoveredWallet } from '../../lib/chain/wallets/eip1193.ts';
import { Glyph, noteHandover, walletIcons, WalletOptionRow } from './WalletOptionRow.tsx';
import { type RecommendedWallet, walletConnectProjectId } from '../../lib/chain/wallets/wallet-options.ts';
import { walletConnectPairing } from '../../lib/chain/wallets/walletconnect-pairing.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { usePart } from '../action/use-part.ts';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import { offerOf, type WalletsHere } from './use-wallets.ts';

interface OtherWalletsProps {
  id: string;
  here: WalletsHere;
  others: readonly DiscoveredWallet[];
  recommended: readonly RecommendedWallet[];
  busyId: string | null;
  onChoose: (wallet: DiscoveredWallet) => void;
}

/** The code of WalletConnect and of the pairing view is loaded when pressed, or if this tab was already waiting for a wallet. */
const panelPart = definePart(() => Promise.all([import('./ConnectPanel.tsx'), import('../../stores/walletconnect.ts')]));

/** Wallets that announced themselves late, then the recommended ones. */
export function OtherWallets({ id, here, others, recommended, busyId, onChoose }: OtherWalletsProps) {
  const texts = useTexts('session').wallets;
  return (
    <div id={id}>
      {others.length > 0 && (
        <ul className="wallets" aria-label={texts.announced}>
          {lastUsedFirst(others, here.lastUsedId).map((wallet) => (
            <li key={wallet.id}>
              <FoundWallet {...{ wallet, here, busyId, onChoose }} />
            </li>
          ))}
        </ul>
      )}
      <ul className="recs" aria-label={texts.recommended}>
        {recommended.map((wallet) => {
          const offer = offerOf(wallet, undefined, { ...here, isSettled: true });
          const isApp = offer.kind === 'app';
          return (
            <li key={wallet.name}>
              <a
                href={isApp ? offer.href : wallet.downloadUrl}
                onClick={isApp ? noteHandover : undefined}
                {...(!isApp && { target: '_blank', rel: 'noreferrer' })}
              >
                <Glyph text={glyphOf(wallet.name)} file={walletIcons[wallet.name]} />
                {wallet.name}
                <span className="vh">{isApp ? texts.opensApp : texts.newTab}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface FoundWalletProps extends Pick<OtherWalletsProps, 'here' | 'busyId' | 'onChoose'> {
  wallet: DiscoveredWallet;
}

/** An installed wallet that isn't one of the named ones. */
export function FoundWallet({ wallet, here, busyId, onChoose }: FoundWalletProps) {
  return (
    <WalletOptionRow
      name={wallet.name}
      glyph={glyphOf(wallet.name)}
      offer={{ kind: 'installed', wallet }}
      isLastUsed={wallet.id === here.lastUsedId}
      isBusy={wallet.id === busyId}
      onChoose={() => onChoose(wallet)}
    />
  );
}

export function lastUsedFirst(wallets: readonly DiscoveredWallet[], lastUsedId: string | null): DiscoveredWallet[] {
  return [...wallets].sort((one, other) => Number(other.id === lastUsedId) - Number(one.id === lastUsedId));
}

/** The initials of its words, or the first letters of its only word. */
function glyphOf(name: string): string {
  const [first = '', second] = name.replace(/ Wallet$/, '').split(/\s+/);
  return second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2);
}

interface ConnectOptionProps {
  name: string;
  here: WalletsHere;
  isLastUsed: boolean;
  /** Waiting for a wallet. */
  isBusy: boolean;
}

export function ConnectOption({ name, here, isLastUsed, isBusy }: ConnectOptionProps) {
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
