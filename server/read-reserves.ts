import type { Provider } from '../provider/create-provider.ts';
import { createVaultView, readChainSide } from '../provider/solvency/vault-view.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { PublishedReserves } from '../src/lib/reserves/reserves.ts';
import type { Settings } from './settings.ts';

export type ReadReserves = () => Promise<PublishedReserves | null>;

/** From the embedded ledger and the chain, or from the chain alone if the provider is the operator's own. */
export function reservesReader(
  { vault, chainRpcUrls }: Pick<Settings, 'vault' | 'chainRpcUrls'>,
  provider: Provider | undefined,
): ReadReserves {
  if (provider !== undefined) return once(() => provider.reserves());
  if (vault === undefined) return () => Promise.resolve(null);
  const view = createVaultView({ rpcUrl: chainRpcUrls, vault });
  return once(() => readChainSide(view, systemClock()));
}

/** Concurrent pages share one query of the chain. */
function once(read: ReadReserves): ReadReserves {
  let running: Promise<PublishedReserves | null> | undefined;
  return () => (running ??= read().finally(() => (running = undefined)));
}
