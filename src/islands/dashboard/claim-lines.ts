import { mulDivFloor } from '../../lib/amount.ts';
import { isWorthClaiming } from '../../lib/shown-amount.ts';
import type { ClaimKind } from '../../lib/api/contract/claim-all.ts';
import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { portfolioPrices } from './portfolio-lines.ts';

type Prices = ReturnType<typeof portfolioPrices>;

export interface ClaimLine {
  kind: ClaimKind;
  /** In 10⁻¹⁸ tokens; null if only points can be claimed. */
  amount: bigint | null;
  walletType: 'JUF' | 'USDT';
  points: number;
}

const DAY_MS = 86_400_000;

/** What can be claimed now, most important first; without zero and negligible amounts. */
export function claimLines(claim: ClaimInfo): ClaimLine[] {
  const lines: ClaimLine[] = [
    { kind: 'vestedJuf', amount: claim.vestedJuf.claimable, walletType: 'JUF', points: 0 },
    { kind: 'roi', amount: claim.roi.claimable, walletType: 'JUF', points: 0 },
    { kind: 'bonus', amount: claim.bonus.claimable, walletType: 'USDT', points: 0 },
    ...(claim.privilege.claimable
      ? [
          {
            kind: 'privilege',
            amount: claim.privilege.juf,
            walletType: 'JUF',
            points: claim.privilege.score,
          } as const,
        ]
      : []),
    { kind: 'score', amount: null, walletType: 'JUF', points: claim.score.claimable },
  ];
  return lines.filter(({ amount, points }) => isWorthClaiming(amount ?? 0n) || points > 0);
}

/** The worth of a claim in 10⁻¹⁸ US dollars; null while its token has no price. Points have none. */
export function claimUsd({ amount, walletType }: Pick<ClaimLine, 'amount' | 'walletType'>, prices: Prices): bigint | null {
  const price18 = prices[walletType];
  if (amount === null) return 0n;
  return price18 === undefined ? null : mulDivFloor(amount, price18, ONE);
}

/**
 * When something that can be claimed lapses, ISO 8601; null if it never does. Daily points end with the UTC day, a privilege when the next falls due.
 */
export function lapsesAt(kind: ClaimLine['kind'], { privilege }: Pick<ClaimInfo, 'privilege'>, nowMs: number): string | null {
  if (kind === 'privilege') return privilege.nextAt;
  return kind === 'score' ? new Date(nowMs - (nowMs % DAY_MS) + DAY_MS).toISOString() : null;
}

/** Where a claim comes from, and when it lapses. */
export function claimNote(kind: ClaimLine['kind'], lapses: string | null, texts: Texts<'home'>['claims'], locale: string): string {
  const note = texts[`${kind}Note`];
  return lapses === null ? note : interpolate(note, { date: formatDateTime(lapses, locale, { day: 'numeric', month: 'short' }) });
}
