/** The package ships types, but its `exports` don't point to them; these are the ones JuFi uses. */
declare module 'astro-i18next' {
  import type { AstroIntegration } from 'astro';
  import type { InitOptions } from 'i18next';

  export interface AstroI18nextConfig {
    defaultLocale: string;
    locales: string[];
    namespaces?: string | string[];
    defaultNamespace?: string;
    load?: ('server' | 'client')[];
    i18nextServer?: InitOptions;
    i18nextServerPlugins?: Record<string, string | null>;
  }
  export default function astroI18next(): AstroIntegration;
  export function initAstroI18next(config: AstroI18nextConfig): void;
  export function localizePath(path: string, locale: string, base: string): string;
  export function localizeUrl(url: string, locale: string, base: string): string;
}
