import { useStore } from '@nanostores/react';
import { $nowMs } from '../../stores/now.ts';
import { $liveStaking, type LiveHoldings } from '../../stores/staking.ts';
import { sectionState, type SectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Growing figures show this many digits, so that one sees them grow. */
export const LIVE_DIGITS = 6;

export interface LiveView {
  state: SectionState<LiveHoldings>;
  /** Now, by the provider's clock. */
  atMs: bigint;
}

/** What is held, and the moment to reckon it at; told anew each second. */
export function useLiveStaking(): LiveView {
  const state = sectionState(useServerState($liveStaking));
  const nowMs = useStore($nowMs, { ssr: 'initial' });
  return { state, atMs: BigInt(nowMs + (state.kind === 'ready' ? state.data.clockOffsetMs : 0)) };
}
