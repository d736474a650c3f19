import type { AstroIntegration } from 'astro';
import { readdir, rm } from 'node:fs/promises';

/** Imported by WalletConnect's provider for the vendor's dialog. It's never requested, because we render our own. */
const VENDOR_MODAL = '@reown/appkit/core';

/** A constant keeps the development wallet's code out of other builds; its texts are public files, which are removed here. */
export function leaveOutDevelopmentWallet(hasDevelopmentWallet: boolean): AstroIntegration {
  return {
    name: 'leave-out-development-wallet',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        if (hasDevelopmentWallet) return;
        const locales = new URL('locales/', dir);
        for (const language of await readdir(locales)) await rm(new URL(`${language}/wallet-app.json`, locales), { force: true });
      },
    },
  };
}

/** Keeps the vendor's dialog, and what it loads and reports, out of every build. `package.json` doesn't install it either. */
export function leaveOutVendorModal(): AstroIntegration {
  return {
    name: 'leave-out-vendor-modal',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'leave-out-vendor-modal',
                enforce: 'pre',
                resolveId: (id: string) => (id === VENDOR_MODAL ? `\0${VENDOR_MODAL}` : undefined),
                load: (id: string) => (id === `\0${VENDOR_MODAL}` ? 'export const createAppKit = undefined;' : undefined),
              },
            ],
          },
        });
      },
    },
  };
}
