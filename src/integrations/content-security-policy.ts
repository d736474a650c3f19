interface ContentSecurityPolicy {
  directives: `${'default-src' | 'base-uri' | 'object-src' | 'form-action' | 'img-src' | 'font-src' | 'connect-src' | 'frame-src' | 'worker-src' | 'manifest-src' | 'require-trusted-types-for'} ${string}`[];
}

/**
 * What pages may load and reach (CSP level 3); Astro adds the hashes of scripts and styles. `frame-ancestors` isn't allowed in a meta tag, so the server
 * sends it as a header.
 */
export function contentSecurityPolicy(settings: Readonly<Record<string, string | undefined>>): ContentSecurityPolicy {
  return {
    directives: [
      "default-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src ${connectSources(settings).join(' ')}`,
      "frame-src 'none'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "require-trusted-types-for 'script'",
    ],
  };
}

/** The same as in `src/lib/config.ts`, which only a build can read. */
const DEFAULT_RELAY_URL = 'wss://relay.walletconnect.org';

/** The page's own origin, the provider, the operator's allowed origins, the chain's endpoints, and WalletConnect's relay where it is set up. */
function connectSources(settings: Readonly<Record<string, string | undefined>>): string[] {
  const addresses = [
    settings.PUBLIC_API_URL,
    settings.PUBLIC_API_ROUTER,
    ...(settings.PUBLIC_API_ALLOWED_ORIGINS ?? '').split(/[\s,]+/),
    settings.PUBLIC_CHAIN_RPC_URL ?? 'http://127.0.0.1:8545',
    settings.PUBLIC_CHAIN_WS_URL,
    settings.PUBLIC_WALLETCONNECT_PROJECT_ID && (settings.PUBLIC_WALLETCONNECT_RELAY_URL ?? DEFAULT_RELAY_URL),
  ];
  const origins = addresses.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []));
  return ["'self'", ...new Set([...origins, ...loopbackSources(settings.PUBLIC_SITE_URL)])];
}

/** A page on loopback may use another provider on loopback (`baseUrl`); other pages may not. */
function loopbackSources(siteUrl = 'http://127.0.0.1:4321'): string[] {
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(siteUrl).hostname);
  // A source can't be an IPv6 address (CSP level 3, host-source).
  return isLoopback ? ['http://127.0.0.1:*', 'http://localhost:*'] : [];
}
