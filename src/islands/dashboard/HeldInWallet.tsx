import { useEffect, useState } from 'react';
import { createJsonRpc } from '../../lib/chain/json-rpc.ts';
import { jufAddress, usdtAddress } from '../../lib/chain/contract-addresses.ts';
import { chainRpcUrl } from '../../lib/config.ts';
import { type HeldToken, readWalletBalances } from '../../lib/wallet/read-wallet-balances.ts';
import { shortenAmount } from '../../lib/shorten-amount.ts';
import { Figure } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';
import { WalletRows } from './WalletRows.tsx';

interface HeldInWalletProps {
  owner: string;
  /** US dollars per token in 10⁻¹⁸, where known. */
  prices: Partial<Record<'JUF' | 'USDT' | 'JU', bigint>>;
}

const TOKENS = [
  { token: 'USDT', contract: usdtAddress },
  { token: 'JUF', contract: jufAddress },
  { token: 'JU', contract: null },
] as const;

/** What the connected wallet holds on the chain, read once. */
export function HeldInWallet({ owner, prices }: HeldInWalletProps): React.JSX.Element {
  const texts = useTexts('home').portfolio;
  const [held, setHeld] = useState<HeldToken<'JUF' | 'USDT' | 'JU'>[] | 'unread' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const known = TOKENS.flatMap(({ token, contract }) => (contract === undefined ? [] : [{ token, contract }]));
    readWalletBalances(createJsonRpc(chainRpcUrl), owner, known).then(
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
