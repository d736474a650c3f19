import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';

export type KindNames = Texts<'home'>['activity']['kinds'];
export type PartyTexts = Pick<Texts<'wallet'>['history'], 'fromName' | 'toName'>;

/** Names the counterparty, if there is one. */
export function titleOf(row: TransactionRow, texts: PartyTexts, kinds: KindNames): string {
  const kind = kinds[row.kind];
  if (row.counterparty === undefined) return kind;
  const name = 'address' in row.counterparty ? shortenAddress(row.counterparty.address) : isolate(row.counterparty.username);
  return interpolate(row.direction === 'IN' ? texts.fromName : texts.toName, { kind, name });
}
