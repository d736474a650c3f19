import { formatAmount, mulDivFloor } from '../../lib/amount.ts';
import { joinList } from '../../lib/i18n/punctuation.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { isWorthClaiming } from '../../lib/shown-amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { ONE } from '../../lib/token-decimals.ts';
import { vestingFigures } from '../../lib/treasury/live-vesting.ts';
import type { TreasuryPurchase } from '../../lib/treasury/price-purchase.ts';
import { $nowMs } from '../../stores/now.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import type { FlowButton } from '../action/use-flow-part.ts';
import { Figure, FigureIn } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { PackageRosette } from './PackageRosette.tsx';
import { writeJuf } from './write-figures.ts';

const DAY_MS = 86_400_000;
/** Enough digits to see any amount grow. */
export const LIVE_DIGITS = 6;

interface PurchaseRowProps {
  purchase: TreasuryPurchase;
  /** The provider's clock minus the device's, in milliseconds. */
  offsetMs: number;
  /** JUF's price now, in 10⁻¹⁸ USDT; null while none is known. */
  price18: bigint | null;
  button: FlowButton;
  /** The claim panel, while a claim is in progress. */
  panel: ReactNode;
}

export function PurchaseRow({ purchase, offsetMs, price18, button, panel }: PurchaseRowProps) {
  const texts = useTexts('treasury').purchases;
  const locale = useLocale();
  const nowMs = useStore($nowMs);
  const figures = vestingFigures(purchase, nowMs + offsetMs);
  const { juf, claimedJuf, claimableJuf, isVested } = figures;
  // The remainder can be claimed however small it is, since it won't grow any more.
  const canClaim = isVested ? claimableJuf > 0n : isWorthClaiming(claimableJuf);
  const { id, treasuryName: name, createdAt, insured } = purchase;
  const vestingDays = Math.round((Date.parse(purchase.vestingEndsAt) - Date.parse(createdAt)) / DAY_MS);
  const isClaimed = claimedJuf === juf;
  const claimable = writeJuf(claimableJuf, locale);
  return (
    <>
      <tr>
        <th scope="row">
          <span className="pk">
            <PackageRosette vestingDays={vestingDays} />
            <span>
              {name}
              <small>{formatDate(createdAt, locale)}</small>
            </span>
          </span>
        </th>
        <td className="r" data-l={texts.bought}>
          <Figure value={juf} unit="JUF" />
          <small className="num">{interpolate(texts.for, { amount: formatAmount(purchase.paid, { locale }) })}</small>
          <small className="num">
            {price18 === null ? (
              '\u00a0'
            ) : (
              <FigureIn text={texts.worth} value={mulDivFloor(juf, price18, ONE)} unit="USDT" mostDigits={2} />
            )}
          </small>
        </td>
        <td data-l={texts.insured}>{insured ? <span className="badge">{texts.yes}</span> : <span className="note">{texts.no}</span>}</td>
        <td className="full" data-l={texts.vesting}>
          <VestingBar figures={figures} endsAt={purchase.vestingEndsAt} />
        </td>
        <td className="act">
          {!isClaimed && (
            <button
              type="button"
              className="btn btn-secondary"
              {...button}
              aria-disabled={!canClaim}
              aria-label={interpolate(texts.claimNamed, { amount: claimable, name, date: formatDate(createdAt, locale) })}
              onClick={() => {
                if (canClaim) claimAction.review({ purchase: { id, name, createdAt, insured } });
              }}
            >
              {texts.claim}
            </button>
          )}
        </td>
      </tr>
      {panel !== null && (
        <tr className="claim-row">
          <td className="full" colSpan={5}>
            {panel}
          </td>
        </tr>
      )}
    </>
  );
}

interface VestingBarProps {
  figures: ReturnType<typeof vestingFigures>;
  endsAt: string;
}

function VestingBar({ figures, endsAt }: VestingBarProps) {
  const texts = useTexts('treasury').purchases;
  const locale = useLocale();
  const { juf, claimedJuf, claimableJuf, shares, isVested } = figures;
  const written = { claimed: writeJuf(claimedJuf, locale), claimable: writeJuf(claimableJuf, locale), juf: writeJuf(juf, locale) };
  const isClaimed = claimedJuf === juf;
  const claimed = interpolate(texts.claimed, { amount: written.claimed });
  const rest = isVested ? texts.vested : interpolate(texts.allBy, { date: formatDate(endsAt, locale) });
  return (
    <div className="bar-wrap">
      <svg className="bar" viewBox="0 0 10000 1" preserveAspectRatio="none" role="img" aria-label={interpolate(texts.bar, written)}>
        <rect className="bar-part" width={shares.claimed} height="1" />
        <rect className="bar-part now" x={shares.claimed} width={shares.claimable} height="1" />
      </svg>
      <div className="bar-lines">
        <span className={isClaimed ? 'num' : 'claimable'}>
          {isClaimed ? claimed : <FigureIn text={texts.claimable} value={claimableJuf} unit="JUF" fractionDigits={LIVE_DIGITS} />}
        </span>
        <span className="num">
          {joinList([...(!isClaimed && claimedJuf > 0n ? [claimed] : []), isClaimed ? texts.complete : rest], locale)}
        </span>
      </div>
    </div>
  );
}

/** As tall as a purchase. */
export function WaitingPurchase() {
  const texts = useTexts('treasury').purchases;
  return (
    <tr aria-hidden="true">
      <th scope="row">
        <span className="pk">
          <PackageRosette vestingDays={90} />
          <span>
            <Skeleton width={6} />
            <small>
              <Skeleton width={6} />
            </small>
          </span>
        </span>
      </th>
      <td className="r" data-l={texts.bought}>
        <Skeleton width={6} />
        <small>
          <Skeleton width={6} />
        </small>
        <small>
          <Skeleton width={6} />
        </small>
      </td>
      <td data-l={texts.insured}>
        <Skeleton width={4} />
      </td>
      <td className="full" data-l={texts.vesting}>
        <div className="bar-wrap">
          <svg className="bar" viewBox="0 0 10000 1" />
          <div className="bar-lines">
            <Skeleton width={8} />
          </div>
        </div>
      </td>
      <td className="act">
        <span className="btn btn-secondary">{texts.claim}</span>
      </td>
    </tr>
  );
}
