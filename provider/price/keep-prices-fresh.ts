import { type Services } from '../provider-services.ts';
import { refreshPrices } from './refresh-prices.ts';

/** Refreshes now and then every so often, never twice at a time. Keeps no process alive; `stop` waits for what it is doing. */
export function keepPricesFresh(services: Services, everyMs: number): { stop: () => Promise<void> } {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= refreshPrices(services).finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
