import type { LocalAccount } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createProvider } from '../create-provider.ts';
import type { ProviderSettings } from '../settings.ts';
import { serveProvider } from './serve-provider.ts';

/** Runs the provider in its own process until it's stopped. */
export async function startAlone(settings: ProviderSettings, payoutAccount: LocalAccount | undefined): Promise<void> {
  const log = createLogger({ name: 'provider', level: settings.logLevel });
  const provider = await createProvider({ ...settings, payoutAccount, chainId: productChain.id, log });
  try {
    const served = await serveProvider({ ...settings, provider, log });
    log.info({ host: settings.host, port: served.port }, 'the provider answers under /api');
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    await Promise.race([stopped, served.failed]);
    await served.stop();
  } finally {
    await provider.close();
  }
}
