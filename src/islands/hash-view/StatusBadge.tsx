import { statusKey, type TransactionStatus } from '../../lib/transactions/tracked-transaction.ts';
import { useTexts } from '../root/island.ts';

export function StatusBadge({ status }: { status: TransactionStatus }) {
  const texts = useTexts('swap').status;
  const key = statusKey(status);
  const tone =
    key === 'CONFIRMED' ? 'badge badge-pos' : key === 'REVERTED' ? 'badge badge-neg' : key === 'UNSEEN' ? 'badge badge-warn' : 'badge';
  return <span className={tone}>{texts[key]}</span>;
}
