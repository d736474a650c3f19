import { describe, expect, it } from 'vitest';
import { type BaseUrl, resolveBaseUrl } from '../../../src/lib/api/base-url.ts';

const SITE = 'https://jufi.example/zh/home?x=1';
const LOOPBACK = 'http://127.0.0.1:4321/home';
const CONFIGURED = 'https://api.jufi.example/v1/';
const FALLBACK = 'https://api.jufi.example/v1';

function resolve(stored: string | null, pageUrl = SITE, allowedOrigins: string[] = []): BaseUrl {
  return resolveBaseUrl({ stored, configured: CONFIGURED, pageUrl, allowedOrigins });
}

describe('resolveBaseUrl', () => {
  it.each(['/api', '/api/', '/api//', 'https://jufi.example/api'])(
    'makes the configured %s absolute, without a trailing slash',
    (configured) => {
      expect(resolveBaseUrl({ stored: null, configured, pageUrl: SITE, allowedOrigins: [] })).toEqual({ url: 'https://jufi.example/api' });
    },
  );

  it.each([null, '', '   ', 'null', ' null '])('treats %j as nothing stored', (stored) => {
    expect(resolve(stored)).toEqual({ url: FALLBACK });
  });

  it.each([
    ['https://jufi.example/other', SITE, 'https://jufi.example/other'],
    ['https://jufi.example:443/other//', SITE, 'https://jufi.example/other'],
    ['HTTPS://JUFI.EXAMPLE/Other', SITE, 'https://jufi.example/Other'],
    ['/other', SITE, 'https://jufi.example/other'],
    ['//jufi.example/other', SITE, 'https://jufi.example/other'],
    [' https://jufi.example ', SITE, 'https://jufi.example'],
    ['http://127.0.0.1:4321/api', LOOPBACK, 'http://127.0.0.1:4321/api'],
    ['http://localhost:9999/api', LOOPBACK, 'http://localhost:9999/api'],
    ['http://127.8.9.10:1', LOOPBACK, 'http://127.8.9.10:1'],
    ['http://[::1]:8080/api/', LOOPBACK, 'http://[::1]:8080/api'],
    ['https://dev.localhost/api', LOOPBACK, 'https://dev.localhost/api'],
    ['http://127.0.0.1:8080', 'http://[::1]:4321/', 'http://127.0.0.1:8080'],
    ['http://2130706433/api', LOOPBACK, 'http://127.0.0.1/api'],
  ])('accepts %s on %s', (stored, pageUrl, url) => {
    expect(resolve(stored, pageUrl)).toEqual({ url });
  });

  it.each([
    ['https://other.example/api', ['https://other.example']],
    ['https://other.example/api', ['https://one.example', 'https://OTHER.example:443/']],
    ['https://other.example/api', ['no address', 'https://other.example']],
  ])('accepts %s if the operator lists %j', (stored, allowedOrigins) => {
    expect(resolve(stored, SITE, allowedOrigins)).toEqual({ url: 'https://other.example/api' });
  });

  it.each([
    ['https://evil.example/api', 'ORIGIN'],
    ['//evil.example/api', 'ORIGIN'],
    ['/\\evil.example/api', 'ORIGIN'],
    ['/\t/evil.example/api', 'ORIGIN'],
    ['https:evil.example', 'ORIGIN'],
    ['https://jufi.example.evil.example', 'ORIGIN'],
    ['https://evil.example/https://jufi.example', 'ORIGIN'],
    ['https://api.jufi.example', 'ORIGIN'],
    ['https://jufi.example:8443', 'ORIGIN'],
    ['https://jufi.example.', 'ORIGIN'],
    ['http://jufi.example', 'ORIGIN'],
    ['http://127.0.0.1:4321', 'ORIGIN'],
    ['http://localhost', 'ORIGIN'],
    ['https://jufi.example@evil.example/', 'CREDENTIALS'],
    ['https://user:secret@jufi.example/', 'CREDENTIALS'],
    ['https://jufi.example:pass@evil.example', 'CREDENTIALS'],
    ['javascript:alert(1)', 'PROTOCOL'],
    ['JaVaScRiPt://jufi.example/%0aalert(1)', 'PROTOCOL'],
    ['java\nscript:alert(1)', 'PROTOCOL'],
    ['data:application/json,{}', 'PROTOCOL'],
    ['blob:https://jufi.example/1', 'PROTOCOL'],
    ['file:///etc/passwd', 'PROTOCOL'],
    ['ws://jufi.example', 'PROTOCOL'],
    ['ftp://jufi.example', 'PROTOCOL'],
    ['api', 'MALFORMED'],
    ['./api', 'MALFORMED'],
    ['?x', 'MALFORMED'],
    ['jufi.example', 'MALFORMED'],
    ['{}', 'MALFORMED'],
    ['http://', 'MALFORMED'],
    ['https://jufi.example/api?x=', 'MALFORMED'],
    ['https://jufi.example/api?', 'MALFORMED'],
    ['https://jufi.example/api#x', 'MALFORMED'],
  ])('ignores %j and says why: %s', (stored, ignored) => {
    expect(resolve(stored)).toEqual({ url: FALLBACK, ignored });
  });

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://0.0.0.0:8080',
    'http://[::ffff:127.0.0.1]/',
    'http://192.168.0.1',
    'http://128.0.0.1',
  ])('doesn’t treat %s as loopback', (stored) => {
    expect(resolve(stored, LOOPBACK)).toEqual({ url: FALLBACK, ignored: 'ORIGIN' });
  });

  it('uses only the origins of the listed addresses', () => {
    expect(resolve('https://evil.example', SITE, ['*', 'null', '', 'https://evil.example.org'])).toEqual({
      url: FALLBACK,
      ignored: 'ORIGIN',
    });
  });
});
