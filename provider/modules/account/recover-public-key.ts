import { createRequire } from 'node:module';
import { recover as recoverByWebAssembly, type RecoveryIdType } from 'tiny-secp256k1';

/** The key that signed a hash of 32 bytes: 65 bytes, uncompressed. Throws if there is none, because the point of `rs` (64 bytes) isn't on the curve. */
export type RecoverPublicKey = (hash: Uint8Array, rs: Uint8Array, yParity: RecoveryIdType) => Uint8Array;

interface Addon {
  ecdsaRecover(rs: Uint8Array, yParity: number, hash: Uint8Array, isCompressed: boolean): Uint8Array;
}

/**
 * libsecp256k1, because every transfer waits for it: the native build takes 0.05 ms, WebAssembly 0.2 ms, JavaScript 1.3 ms. Prebuilt binaries exist for
 * Linux on x64, macOS on ARM and Windows; elsewhere WebAssembly is used, so nothing has to be compiled on installation.
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
    // The package's own entry point would fall back to JavaScript.
    const addon = createRequire(import.meta.url)('secp256k1/bindings.js') as Addon;
    return (hash, rs, yParity) => addon.ecdsaRecover(rs, yParity, hash, false);
  } catch {
    return undefined;
  }
}
