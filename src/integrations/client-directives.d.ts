import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when a person reaches for the island; see `client-intent.ts`. */
    'client:intent'?: boolean;
  }
}
