import { useStore } from '@nanostores/react';
import { type ReactElement, useEffect, useState } from 'react';
import { smallestStake } from '../../lib/staking/choose-tier.ts';
import { claimableFromMs } from '../../lib/treasury/live-vesting.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import type { DashboardHome } from '../../stores/dashboard.ts';
import { $minuteMs } from '../../stores/now.ts';
import { $user } from '../../stores/session.ts';
import { $tierList } from '../../stores/staking.ts';
import { $allPurchases, $treasury } from '../../stores/treasury.ts';
import { usePart } from '../action/use-part.ts';
import { useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';

const heldPart = definePart(() => import('../../lib/wallet/read-held.ts'));

export type Parts = NonNullable<DashboardHome['portfolio']>['parts'];

/** What a step needs, as far as it is known. Amounts in 10⁻¹⁸ tokens. */
export interface Means {
  /** Whether the member's own address holds anything on the chain; null while unknown. */
  isFunded: boolean | null;
  /** Available in the JuFi balance. */
  usdt: bigint;
  juf: bigint;
  /** Of any open package; null while unknown. */
  smallestPurchase: bigint | null;
  smallestStake: bigint | null;
  /** When enough JUF for a stake has vested; null if that isn't to be expected. */
  vestedAtMs: number | null;
  nowMs: number;
}

interface WithMeansProps {
  parts: Parts;
  /** Null until all of it is known. */
  children: (means: Means | null) => ReactElement;
}

/** Draws the first steps by what they need, from the calls of the pages that they lead to. */
export function WithMeans({ parts, children }: WithMeansProps) {
  const { means, isKnown } = useMeans(parts);
  return children(isKnown ? means : null);
}

function useMeans(parts: Parts): { means: Means; isKnown: boolean } {
  const nowMs = useShown($minuteMs);
  const treasury = useServerState($treasury);
  const tiers = useServerState($tierList);
  const purchases = useServerState($allPurchases);
  const isFunded = useIsFunded();
  const available = (token: string): bigint =>
    parts.reduce((sum, part) => (part.kind === 'WALLET' && part.walletType === token ? sum + part.amount : sum), 0n);
  const juf = available('JUF');
  const least = smallestStake(tiers.data ?? []);
  const open = (treasury.data?.list ?? []).filter(({ status }) => status === 'OPEN').map(({ minAmount }) => minAmount);
  return {
    means: {
      isFunded,
      usdt: available('USDT'),
      juf,
      smallestPurchase: open.reduce<bigint | null>((smallest, each) => (smallest === null || each < smallest ? each : smallest), null),
      smallestStake: least,
      vestedAtMs: least === null || juf >= least ? null : claimableFromMs(purchases.data?.content ?? [], least - juf, nowMs),
      nowMs,
    },
    isKnown: [treasury, tiers, purchases].every(({ data, error }) => data !== undefined || Boolean(error)),
  };
}

/** Null while unknown, and where the chain can't be read. */
function useIsFunded(): boolean | null {
  const owner = useStore($user, { ssr: () => null })?.address;
  const reader = usePart(heldPart, owner === undefined ? 'not yet' : 'now');
  const [isFunded, setFunded] = useState<boolean | null>(null);
  useEffect(() => {
    if (reader === null || owner === undefined) return undefined;
    let isCurrent = true;
    reader.readHeld(owner).then(
      (held) => isCurrent && setFunded(held.some(({ baseUnits }) => baseUnits > 0n)),
      () => isCurrent && setFunded(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [reader, owner]);
  return isFunded;
}
