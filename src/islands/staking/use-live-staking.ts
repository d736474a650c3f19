import { useStore } from '@nanostores/react';
import { $nowMs } from '../../stores/now.ts';
import { $liveStaking, type LiveHoldings } from '../../stores/staking.ts';
import { sectionState, type SectionState, useServerState } from '../state/use-server-state.ts';

/** Enough digits to see a figure grow. */
export const LIVE_DIGITS = 6;

export interface LiveView {
  state: SectionState<LiveHoldings>;
  /** In the provider's time. */
  atMs: bigint;
}

/** The holdings and the moment to compute them at; updated every second. */
export function useLiveStaking(): LiveView {
  const state = sectionState(useServerState($liveStaking));
  const nowMs = useStore($nowMs, { ssr: 'initial' });
  return { state, atMs: BigInt(nowMs + (state.kind === 'ready' ? state.data.clockOffsetMs : 0)) };
}
