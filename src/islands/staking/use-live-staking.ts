import { $nowMs } from '../../stores/now.ts';
import { $liveStaking, type LiveHoldings } from '../../stores/staking.ts';
import { type SectionState, useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';

/** Enough digits to see a figure grow. */
export const LIVE_DIGITS = 6;

export interface LiveView {
  state: SectionState<LiveHoldings>;
  /** In the provider's time. */
  atMs: bigint;
}

/** The holdings and the moment to compute them at; updated every second. */
export function useLiveStaking(): LiveView {
  const state = useSection($liveStaking);
  const nowMs = useShown($nowMs);
  return { state, atMs: BigInt(nowMs + (state.kind === 'ready' ? state.data.clockOffsetMs : 0)) };
}
