import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { rememberedWallet } from '../../lib/chain/wallets/remembered-wallet.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import type { DashboardHome } from '../../stores/dashboard.ts';
import { $user } from '../../stores/session.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';
import { usePart } from '../action/use-part.ts';
import { useTexts } from '../root/island.ts';
import { portfolioPrices } from './portfolio-lines.ts';
import { WalletRows } from './WalletRows.tsx';

const heldPart = definePart(() => import('./HeldInWallet.tsx'));

interface ConnectedWalletProps {
  home: Pick<DashboardHome, 'jufPrice' | 'juPrice'>;
}

/** The connected wallet, next to the JuFi balance. Its rows are there as soon as a wallet is remembered, so nothing moves when it is attached. */
export function ConnectedWallet({ home }: ConnectedWalletProps): React.JSX.Element | null {
  const texts = useTexts('home').portfolio;
  const user = useStore($user);
  const isAttached = useStore($walletChain).status !== 'UNKNOWN';
  const isShown = user !== null && (isAttached || rememberedWallet.get() !== null);
  const held = usePart(heldPart, isShown ? 'now' : 'not yet');
  if (!isShown) return null;
  return (
    <div className="connected-wallet">
      <h3>{texts.connected}</h3>
      {held ? <held.HeldInWallet owner={user.address} prices={portfolioPrices(home)} /> : <WalletRows show={() => null} />}
      <p className="note">{interpolate(texts.connectedNote, { address: shortenAddress(user.address) })}</p>
    </div>
  );
}
