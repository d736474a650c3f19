import type { DiscoveredWallet } from '../../lib/chain/wallets/discovered-wallet.ts';
import { walletIcons } from '../../lib/chain/wallets/wallet-icons.ts';
import type { RecommendedWallet } from '../../lib/chain/wallets/wallet-options.ts';
import { useTexts } from '../root/island.ts';
import { noteHandover } from './note-handover.ts';
import { offerOf } from './wallet-offers.ts';
import { Glyph, WalletOptionRow } from './WalletOptionRow.tsx';
import type { WalletsHere } from './use-wallets.ts';

interface OtherWalletsProps {
  id: string;
  here: WalletsHere;
  others: readonly DiscoveredWallet[];
  recommended: readonly RecommendedWallet[];
  busyId: string | null;
  onChoose: (wallet: DiscoveredWallet) => void;
}

/** Wallets that announced themselves late, then the recommended ones. */
export function OtherWallets({ id, here, others, recommended, busyId, onChoose }: OtherWalletsProps): React.JSX.Element {
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
export function FoundWallet({ wallet, here, busyId, onChoose }: FoundWalletProps): React.JSX.Element {
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
