import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:seen'?: boolean | { rootMargin: string } | { early: true } | { acted: true };
  }
}

/** Adds the directive implemented by `hydrate-seen.ts`. */
export function clientSeen(): AstroIntegration {
  return {
    name: 'client-seen',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'seen', entrypoint: fileURLToPath(new URL('hydrate-seen.ts', import.meta.url)) });
      },
    },
  };
}
