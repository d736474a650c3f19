import { formatAmount } from '../amount.ts';
import type { notice as noticeShape } from '../api/contract/notices.ts';
import type { z } from '../api/contract/zod.ts';
import { interpolate } from '../i18n/interpolate.ts';
import { shortenAmount } from '../shown-amount.ts';

type Kind = z.output<typeof noticeShape>['kind'];

export interface NoticeTexts {
  none: string;
  unread: string;
  /** Each kind with its amount or title. */
  full: Readonly<Record<Kind, string>>;
  /** The same kinds without amounts: for screens that others may see, and for notices that have no amount. */
  plain: Readonly<Record<Kind, string>>;
}

type Told = Pick<z.output<typeof noticeShape>, 'kind' | 'amount' | 'walletType' | 'title' | 'slug'>;

const PATHS: Readonly<Record<Kind, `/${string}`>> = {
  RECEIVED: '/wallet/history',
  CREDITED: '/wallet/history',
  MATURED: '/staking',
  VESTED: '/treasury',
  PRIVILEGE_DUE: '/profile/roles',
  VOTE_OPEN: '/home',
  ANNOUNCEMENT_PINNED: '/announcements',
};

/** The text of a notice, in the list and in the system's notification, and the page that shows what it is about. */
export function writeNotice(
  { kind, amount, walletType, title, slug }: Told,
  { full, plain }: Pick<NoticeTexts, 'full' | 'plain'>,
  locale: string,
): { text: string; path: `/${string}` } {
  const path = slug === undefined ? PATHS[kind] : (`/announcements/${slug}` as const);
  if (amount !== undefined && walletType !== undefined) {
    const figure = formatAmount(shortenAmount(amount), { locale });
    return { path, text: interpolate(full[kind], { amount: `${figure}\u00a0${walletType}` }) };
  }
  return { path, text: title === undefined ? plain[kind] : interpolate(full[kind], { title }) };
}
