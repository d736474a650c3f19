import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Eip1193Provider } from '../../lib/chain/wallets/eip1193.ts';
import { batchPart } from '../../stores/swap-run.ts';
import { $user } from '../../stores/session.ts';
import { $walletChain } from '../../stores/wallet-chain.ts';

/** Whether the attached wallet supports batches; queried once somebody enters a trade. */
export function useBatchOffer(isWanted: boolean): boolean {
  const chain = useStore($walletChain, { ssr: 'initial' });
  const owner = useStore($user, { ssr: () => null })?.address;
  const [offering, setOffering] = useState<Eip1193Provider | null>(null);
  const provider = isWanted && chain.status === 'RIGHT' ? chain.provider : null;
  useEffect(() => {
    if (!provider || owner === undefined) return;
    // Until it's known, the steps are sent one by one.
    void batchPart
      .whenLoaded({ isAhead: true })
      .then(async ({ batchesOf }) => setOffering((await batchesOf(provider, owner).areOffered()) ? provider : null));
  }, [provider, owner]);
  return provider !== null && offering === provider;
}
