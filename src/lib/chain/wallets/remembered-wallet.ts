import { deviceStorage } from '../../storage/safe-storage.ts';

const key = 'jufi:wallet';

/** The id of the wallet last signed in with (`DiscoveredWallet.id`), so that member pages look for that one only. */
export const rememberedWallet = {
  get: (): string | null => deviceStorage.get(key),
  set: (id: string): boolean => deviceStorage.set(key, id),
  forget: (): void => deviceStorage.remove(key),
};
