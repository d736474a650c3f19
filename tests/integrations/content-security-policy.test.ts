import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../src/integrations/content-security-policy.ts';

const PROJECT = { PUBLIC_SITE_URL: 'https://jufi.example', PUBLIC_WALLETCONNECT_PROJECT_ID: '0'.repeat(32) };

function connectSources(settings: Readonly<Record<string, string>>): string {
  return contentSecurityPolicy(settings).directives.find((directive) => directive.startsWith('connect-src')) ?? '';
}

describe('the content security policy', () => {
  it('lets no plug-in, frame, foreign base or string as script into a page, and loosens nothing', () => {
    const { directives } = contentSecurityPolicy(PROJECT);
    const strict = ["object-src 'none'", "frame-src 'none'", "base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'"];
    expect(directives).toEqual(expect.arrayContaining(strict));
    expect(directives.join('; ')).not.toMatch(/unsafe|\*|http:(?!\/\/127)/);
  });

  it('lets pages reach the relay of WalletConnect where it is set up, and nothing else of the vendor', () => {
    expect(connectSources(PROJECT)).toContain(' wss://relay.walletconnect.org');
    expect(connectSources(PROJECT).match(/walletconnect/g)).toHaveLength(1);
    const own = connectSources({ ...PROJECT, PUBLIC_WALLETCONNECT_RELAY_URL: 'wss://relay.example/path' });
    expect(own).toContain(' wss://relay.example');
    expect(own).not.toContain('walletconnect');
  });

  it('lets pages reach no relay where it is not', () => {
    expect(connectSources({ PUBLIC_SITE_URL: 'https://jufi.example' })).not.toContain('relay');
  });
});
