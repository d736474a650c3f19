import { keptOnDevice } from '../../storage/kept.ts';

/** The id of the wallet last signed in with (`DiscoveredWallet.id`), so that member pages look for that one only. */
export const rememberedWallet = keptOnDevice('jufi:wallet');
