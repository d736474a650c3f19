import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { formatDays } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { isolate } from '../../lib/isolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { interpolate } from '../jsx/interpolate.ts';

type KindNames = Texts<'home'>['activity']['kinds'];

export type PartyTexts = Pick<Texts<'wallet'>['history'], 'fromName' | 'toName'>;

/** Names the counterparty, if there is one. */
export function titleOf(row: TransactionRow, texts: PartyTexts, kinds: KindNames): string {
  const kind = kinds[row.kind];
  if (row.counterparty === undefined) return kind;
  const name = 'address' in row.counterparty ? shortenAddress(row.counterparty.address) : isolate(row.counterparty.username);
  return interpolate(row.direction === 'IN' ? texts.fromName : texts.toName, { kind, name });
}

/** What a movement was for, if the title doesn't say it: the package and the JUF bought, the days staked for, or the member's remark. */
export function detailOf({ subject, remark }: Pick<TransactionRow, 'subject' | 'remark'>, locale: string): string | null {
  if (subject === undefined) return remark ?? null;
  if ('days' in subject) return formatDays(subject.days, locale);
  const juf = formatAmount(subject.juf, { locale, fractionDigits: 2 });
  return labelled(subject.packageName, `${juf}\u00a0JUF`, locale);
}
