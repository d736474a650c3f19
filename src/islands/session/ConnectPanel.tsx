import { useStore } from '@nanostores/react';
import { recommendedWallets, walletOptions } from '../../lib/chain/wallets/wallet-options.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { deviceStorage } from '../../lib/storage/safe-storage.ts';
import { $walletConnect, chooseAnotherWallet } from '../../stores/walletconnect.ts';
import { CopyButton } from '../figures/CopyButton.tsx';
import { QrCode } from '../wallet/QrCode.tsx';
import { noteHandover } from './note-handover.ts';
import type { SessionTexts } from './session-texts.ts';

interface ConnectPanelProps {
  isMobile: boolean;
  texts: SessionTexts['wallets'];
}

const PAIRED_BY_LINK = [...walletOptions, ...recommendedWallets].flatMap(({ name, pairLink }) => (pairLink ? [{ name, pairLink }] : []));

/** The code that a wallet reads, and on a phone the wallets' apps, which open with it. */
export function ConnectPanel({ isMobile, texts }: ConnectPanelProps): React.JSX.Element | null {
  const { uri, peer } = useStore($walletConnect, { ssr: 'initial' });
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
        {PAIRED_BY_LINK.map(({ name, pairLink }) => (
          <li key={name}>
            <a href={pairLink(uri)} onClick={() => handOver(name, pairLink(uri))}>
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

/** WalletConnect's client opens the app that is noted here with each request. */
function handOver(name: string, link: string): void {
  noteHandover();
  const [href = ''] = link.split('wc?');
  deviceStorage.set('WALLETCONNECT_DEEPLINK_CHOICE', JSON.stringify({ name, href }));
}
