import { readdir, rm } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

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
