import type { AstroIntegration } from 'astro';

/** Adds `client:intent`: an island hydrates when a person reaches for it, and the click made meanwhile is given to it again. */
export function hydrateOnIntent(): AstroIntegration {
  return {
    name: 'hydrate-on-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/integrations/client-intent.ts' });
      },
    },
  };
}
