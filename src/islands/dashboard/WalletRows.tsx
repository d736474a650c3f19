import type { ReactNode } from 'react';
import { Skeleton } from '../figures/Skeleton.tsx';

interface WalletRowsProps {
  /** Null while it is read. */
  show: (token: 'JUF' | 'USDT' | 'JU') => { amount: ReactNode; usd: ReactNode } | null;
}

/** One row for each token, from the start, so that nothing moves when the figures come. */
export function WalletRows({ show }: WalletRowsProps) {
  return (
    <dl className="ledger parts">
      {(['USDT', 'JUF', 'JU'] as const).map((token) => {
        const shown = show(token);
        return (
          <div key={token}>
            <dt>{token}</dt>
            <dd className="qty">{shown ? shown.amount : <Skeleton width={8} />}</dd>
            <dd className="share" />
            <dd className="usd">{shown ? shown.usd : <Skeleton width={4} />}</dd>
          </div>
        );
      })}
    </dl>
  );
}
