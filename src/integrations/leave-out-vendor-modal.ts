import type { AstroIntegration } from 'astro';

/** Imported by WalletConnect's provider for the vendor's dialog. It's never requested, because we render our own. */
const VENDOR_MODAL = '@reown/appkit/core';

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
