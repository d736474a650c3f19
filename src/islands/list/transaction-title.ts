import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import type { HomeTexts } from '../dashboard/home-texts.ts';
import type { WalletTexts } from '../wallet/wallet-texts.ts';

export type KindNames = HomeTexts['activity']['kinds'];
export type PartyTexts = Pick<WalletTexts['history'], 'fromName' | 'toName'>;

/** Names the counterparty, if there is one. */
export function titleOf(row: TransactionRow, texts: PartyTexts, kinds: KindNames): string {
  const kind = kinds[row.kind];
  if (row.counterparty === undefined) return kind;
  const name = 'address' in row.counterparty ? shortenAddress(row.counterparty.address) : isolate(row.counterparty.username);
  return interpolate(row.direction === 'IN' ? texts.fromName : texts.toName, { kind, name });
}
