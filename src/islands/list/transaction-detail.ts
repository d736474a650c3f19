import { labelled } from '../../lib/i18n/punctuation.ts';
import { formatAmount } from '../../lib/amount.ts';
import { formatDays } from '../../lib/format-terms.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';

/** What a movement was for, if the title doesn't say it: the package and the JUF bought, the days staked for, or the member's remark. */
export function detailOf({ subject, remark }: Pick<TransactionRow, 'subject' | 'remark'>, locale: string): string | null {
  if (subject === undefined) return remark ?? null;
  if ('days' in subject) return formatDays(subject.days, locale);
  const juf = formatAmount(subject.juf, { locale, fractionDigits: 2 });
  return labelled(subject.packageName, `${juf}\u00a0JUF`, locale);
}
