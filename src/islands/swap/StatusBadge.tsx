import { statusKey } from '../../lib/transactions/status-key.ts';
import type { TransactionStatus } from '../../lib/transactions/tracked-transaction.ts';
import type { SwapTexts } from './swap-texts.ts';

export function StatusBadge({ status, texts }: { status: TransactionStatus; texts: SwapTexts['status'] }): React.JSX.Element {
  const key = statusKey(status);
  const tone =
    key === 'CONFIRMED' ? 'badge badge-pos' : key === 'REVERTED' ? 'badge badge-neg' : key === 'UNSEEN' ? 'badge badge-warn' : 'badge';
  return <span className={tone}>{texts[key]}</span>;
}
