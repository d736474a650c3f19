import { createRequire } from 'node:module';
import { recover as recoverByWebAssembly, type RecoveryIdType } from 'tiny-secp256k1';

/** What signed a hash of 32 bytes: the key as 65 bytes, uncompressed. Throws where nothing did: the point of `rs` (64 bytes) is not on the curve. */
export type RecoverPublicKey = (hash: Uint8Array, rs: Uint8Array, yParity: RecoveryIdType) => Uint8Array;

interface Addon {
  ecdsaRecover(rs: Uint8Array, yParity: number, hash: Uint8Array, isCompressed: boolean): Uint8Array;
}

/**
 * libsecp256k1, which each transfer waits for: compiled for this machine it takes 0.05 ms. It comes compiled for Linux on x64, macOS on ARM and Windows, and is
 * compiled on no machine of ours; elsewhere the same in WebAssembly takes 0.2 ms (and JavaScript 1.3 ms).
 */
export const recoverers: { webAssembly: RecoverPublicKey; addon: RecoverPublicKey | undefined } = {
  webAssembly: (hash, rs, yParity) => {
    const key = recoverByWebAssembly(hash, rs, yParity, false);
    if (key === null) throw new RangeError('no key signed this');
    return key;
  },
  addon: loadAddon(),
};

export const recoverPublicKey: RecoverPublicKey = recoverers.addon ?? recoverers.webAssembly;

function loadAddon(): RecoverPublicKey | undefined {
  try {
    // The package's own entry would fall back on JavaScript.
    const addon = createRequire(import.meta.url)('secp256k1/bindings.js') as Addon;
    return (hash, rs, yParity) => addon.ecdsaRecover(rs, yParity, hash, false);
  } catch {
    return undefined;
  }
}
