import { useEffect, useState } from 'react';
import { type Held, readHeld } from '../../lib/wallet/read-held.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import { Figure } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';
import { WalletRows } from './WalletRows.tsx';

interface HeldInWalletProps {
  owner: string;
  /** US dollars per token in 10⁻¹⁸, where known. */
  prices: Partial<Record<'JUF' | 'USDT' | 'JU', bigint>>;
}

/** What the connected wallet holds on the chain, read once. */
export function HeldInWallet({ owner, prices }: HeldInWalletProps) {
  const texts = useTexts('home').portfolio;
  const [held, setHeld] = useState<Held | 'unread' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    readHeld(owner).then(
      (read) => isCurrent && setHeld(read),
      () => isCurrent && setHeld('unread'),
    );
    return () => {
      isCurrent = false;
    };
  }, [owner]);
  const show = (token: 'JUF' | 'USDT' | 'JU'): { amount: React.ReactNode; usd: React.ReactNode } | null => {
    if (held === null) return null;
    const line = held === 'unread' ? undefined : held.find((each) => each.token === token);
    if (!line) return { amount: '–', usd: null };
    const price = prices[token];
    return {
      amount: <Figure value={line.baseUnits} decimals={line.decimals} unit={token} />,
      usd: price !== undefined && <Figure value={shortenAmount((line.baseUnits * price) / 10n ** BigInt(line.decimals))} mostDigits={2} />,
    };
  };
  return (
    <>
      <WalletRows show={show} />
      {held === 'unread' && (
        <p className="note" role="status">
          {texts.connectedUnread}
        </p>
      )}
    </>
  );
}
