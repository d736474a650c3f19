/** The package ships types that its `exports` do not lead to; this is the part of them that JuFi uses. */
declare module 'astro-i18next' {
  export interface AstroI18nextConfig {
    defaultLocale: string;
    locales: string[];
    namespaces?: string | string[];
    defaultNamespace?: string;
    load?: ('server' | 'client')[];
    i18nextServer?: import('i18next').InitOptions;
    i18nextServerPlugins?: Record<string, string | null>;
  }
  export default function astroI18next(): import('astro').AstroIntegration;
}
