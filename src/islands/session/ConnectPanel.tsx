import { Glyph, noteHandover, walletIcons } from './WalletOptionRow.tsx';
import { keptOnDevice } from '../../lib/storage/kept.ts';
import { $walletConnect, chooseAnotherWallet } from '../../stores/walletconnect.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';
import { QrCode } from '../wallet/QrCode.tsx';
import { useShown } from '../state/use-shown.ts';

interface ConnectPanelProps {
  isMobile: boolean;
}

/** Apps that open with WalletConnect's code on a phone, and each one's link prefix (WalletConnect's "mobile linking"). */
const apps: readonly (readonly [name: string, app: string])[] = [
  ['MetaMask', 'https://metamask.app.link/'],
  ['TP Wallet', 'tpoutside://'],
  ['OKX Wallet', 'okex://main/'],
  ['Trust Wallet', 'https://link.trustwallet.com/'],
  ['Bitget Wallet', 'bitkeep://'],
  ['SafePal', 'safepalwallet://'],
  ['imToken', 'imtokenv2://'],
  ['Zerion', 'zerion://'],
  ['OneKey', 'onekey-wallet://'],
  ['Rainbow', 'rainbow://'],
];

/** The code for a wallet to scan, and on a phone the wallets' apps, which open with it. */
export function ConnectPanel({ isMobile }: ConnectPanelProps) {
  const texts = useTexts('session').wallets;
  const { uri, peer } = useShown($walletConnect);
  if (peer !== null) {
    return (
      <div className="pairing">
        <p>{interpolate(texts.paired, { wallet: peer })}</p>
        <button className="btn btn-secondary" type="button" onClick={() => void chooseAnotherWallet()}>
          {texts.another}
        </button>
      </div>
    );
  }
  if (uri === null) return null;
  const code = (
    <>
      <QrCode text={uri} label={texts.codeLabel} />
      <p className="pairing-copy">
        {texts.scan}
        <CopyButton text={uri} label={texts.copyCode} copied={texts.codeCopied} />
      </p>
    </>
  );
  if (!isMobile) return <div className="pairing">{code}</div>;
  return (
    <div className="pairing">
      <p>{texts.chooseApp}</p>
      <ul className="recs">
        {pairLinks(uri).map(({ name, app, href }) => (
          <li key={name}>
            <a href={href} onClick={() => handOver(name, app)}>
              <Glyph text="" file={walletIcons[name]} />
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={uri} onClick={noteHandover}>
            {texts.anyApp}
          </a>
        </li>
      </ul>
      <details>
        <summary>{texts.showCode}</summary>
        {code}
      </details>
    </div>
  );
}

/** WalletConnect's client opens the app stored here with each request. */
function handOver(name: string, href: string): void {
  noteHandover();
  keptOnDevice('WALLETCONNECT_DEEPLINK_CHOICE').set(JSON.stringify({ name, href }));
}

interface PairLink {
  name: string;
  app: string;
  href: string;
}

/** Links that open the wallets' apps for pairing. Rabby and Coinbase Wallet document none. */
export function pairLinks(uri: string): PairLink[] {
  return apps.map(([name, app]) => ({ name, app, href: `${app}wc?uri=${encodeURIComponent(uri)}` }));
}
