import { readdir, rm } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** A build without the development wallet keeps its code out by a constant; its texts lie among the public files and are taken out here. */
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
