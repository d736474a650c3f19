import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:seen'?: boolean | { rootMargin: string } | { early: true };
    'client:acted'?: boolean;
  }
}

/** Adds the directives implemented by `hydrate-seen.ts` and `hydrate-acted.ts`. */
export function clientSeen(): AstroIntegration {
  return {
    name: 'client-seen',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['seen', 'acted']) {
          addClientDirective({ name, entrypoint: fileURLToPath(new URL(`hydrate-${name}.ts`, import.meta.url)) });
        }
      },
    },
  };
}
