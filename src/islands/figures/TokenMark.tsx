import type { TransactionRow } from '../../lib/api/contract/transaction.ts';

const TONES = { JU: 'ink', JUF: 'jade', USDT: 'usdt' } as const;

/** A token's small sign before an amount. The page holds its outline: `TokenSprite.astro`. */
export function TokenMark({ token }: { token: TransactionRow['walletType'] }) {
  return (
    <svg className={`coin coin-mark coin-${TONES[token]}`} viewBox="0 0 32 32" aria-hidden="true">
      <use href={`#token-${token}`} />
    </svg>
  );
}
