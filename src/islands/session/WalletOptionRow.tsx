import type { DiscoveredWallet } from '../../lib/chain/wallets/eip1193.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { walletHandover } from '../../lib/visit/tab-marks.ts';
import { Icon } from '../figures/Icon.tsx';
import { useTexts } from '../root/island.ts';
import type { WalletOffer } from './use-wallets.ts';

interface WalletOptionRowProps {
  name: string;
  glyph: string;
  /** A file of `public/wallet-icons`. */
  icon?: string | undefined;
  offer: WalletOffer;
  isLastUsed: boolean;
  isBusy: boolean;
  onChoose: (wallet: DiscoveredWallet | undefined) => void;
}

/** Files of `public/wallet-icons` by wallet name. Separate from the wallets themselves, which every member page loads. */
export const walletIcons: Readonly<Record<string, string>> = {
  MetaMask: 'metamask',
  'TP Wallet': 'tokenpocket',
  'OKX Wallet': 'okx',
  'Trust Wallet': 'trust',
  'Bitget Wallet': 'bitget',
  imToken: 'imtoken',
  'Rabby Wallet': 'rabby',
  'Coinbase Wallet': 'coinbase',
  Zerion: 'zerion',
  SafePal: 'safepal',
  OneKey: 'onekey',
  Rainbow: 'rainbow',
};

/** One wallet: a button if it's installed, or may be; otherwise a link to its app or download page. */
export function WalletOptionRow({ name, glyph, icon, offer, isLastUsed, isBusy, onChoose }: WalletOptionRowProps) {
  const texts = useTexts('session').wallets;
  const isLink = offer.kind === 'app' || offer.kind === 'download';
  const inside = (
    <>
      <Glyph text={glyph} file={icon} icon={offer.kind === 'installed' ? offer.wallet.icon : undefined} />
      <span>
        <b>{name}</b>
        <small>{hintOf(offer, texts)}</small>
      </span>
      {isLastUsed ? (
        <span className="badge badge-acc">{texts.lastUsed}</span>
      ) : (
        <Icon name={offer.kind === 'download' ? 'ext' : 'right'} small />
      )}
    </>
  );
  if (!isLink) {
    const wallet = offer.kind === 'installed' ? offer.wallet : undefined;
    return (
      <button className="wallet-opt" type="button" aria-busy={isBusy || undefined} onClick={() => onChoose(wallet)}>
        {inside}
      </button>
    );
  }
  return offer.kind === 'app' ? (
    <a className="wallet-opt" href={offer.href} onClick={noteHandover}>
      {inside}
    </a>
  ) : (
    <a className="wallet-opt" href={offer.href} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}

/** The wallet's own icon, or ours, or two letters. A closed dialog loads none. */
export function Glyph({ text, file, icon }: { text: string; file?: string | undefined; icon?: string | undefined }) {
  const src = icon ?? (file === undefined ? undefined : `/wallet-icons/${file}.svg`);
  return (
    <span className="glyph" aria-hidden="true">
      {src === undefined ? text : <img loading="lazy" src={src} alt="" width="24" height="24" />}
    </span>
  );
}

function hintOf(offer: WalletOffer, texts: Texts<'session'>['wallets']): string {
  switch (offer.kind) {
    case 'looking':
      return texts.looking;
    case 'installed':
      return texts.installed;
    case 'app':
      return texts.opensApp;
    case 'download':
      return texts.download;
    case 'missing':
      return texts.unavailable;
  }
}

/** Remembers that this tab hands over to a wallet's app, so that the return doesn't count as a new visit. */
export function noteHandover(): void {
  walletHandover.set(String(Date.now()));
}
