import { atom } from 'nanostores';
import type { DashboardHome } from '../../stores/dashboard.ts';
import type { ServerState } from '../../stores/server-state.ts';
import { useLater } from '../action/use-later.ts';
import { useServerState } from '../state/use-server-state.ts';

const loadDashboard = () => import('../../stores/dashboard.ts');
const $unknown = atom<ServerState<DashboardHome>>({ loading: true });

/** JUF's price in USDT, for secondary figures; null until it is wanted and known. */
export function useJufPrice(isWanted: boolean): string | null {
  const { module } = useLater(loadDashboard, isWanted ? 'soon' : 'not yet');
  return useServerState(module?.$dashboard ?? $unknown).data?.jufPrice ?? null;
}
