import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { announcementList } from '../../../src/lib/api/contract/dashboard.ts';
import { createPageClient } from '../../../src/lib/api/page-client.ts';

const empty = { announcementList: [], totalPages: 0, totalElements: 0 };
const ok = (data: unknown): Response => Response.json({ code: 0, message: 'OK', data });

afterEach(() => {
  vi.useRealTimers();
});

describe('a page that reads from the embedded provider', () => {
  it('uses the page’s language and no session', async () => {
    const seen: Request[] = [];
    const client = createPageClient({
      language: 'zh',
      api: (request) => {
        seen.push(request);
        return Promise.resolve(ok(empty));
      },
    });
    expect(await client.read(announcementList, { page: 2, size: 20, category: null })).toEqual({ ok: true, data: empty });
    const [request] = seen;
    expect(request?.url).toBe('http://provider.internal/api/dashboard/announcementList?page=2&size=20');
    expect(request?.headers.get('accept-language')).toBe('zh');
    expect(request?.headers.has('authorization')).toBe(false);
  });

  it('doesn’t wait longer than the timeout, even if there is never a response', async () => {
    vi.useFakeTimers();
    const client = createPageClient({ language: 'en', api: () => new Promise<Response>(() => undefined) });
    const answer = client.read(announcementList, { page: 1 });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answer).toEqual({ ok: false, failure: { code: 'TIMEOUT', requestId: undefined } });
  });

  it('doesn’t wait forever for a garbage-collected request', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const client = createPageClient({ language: 'en', api: () => new Promise<Response>(() => undefined), timeoutMs: 200 });
    const answer = client.read(announcementList, { page: 1 });
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise(setImmediate);
      collect();
    }
    expect(await answer).toEqual({ ok: false, failure: { code: 'TIMEOUT', requestId: undefined } });
  });

  it('reports a refusal by code and request id', async () => {
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Slower', requestId: 'r-1' };
    const client = createPageClient({ language: 'en', api: () => Promise.resolve(Response.json(refusal, { status: 429 })) });
    expect(await client.read(announcementList, { page: 1 })).toMatchObject({ ok: false, failure: { requestId: 'r-1' } });
  });

  it('ignores a response that violates the contract', async () => {
    const client = createPageClient({ language: 'en', api: () => Promise.resolve(ok({ announcementList: 'none' })) });
    expect(await client.read(announcementList, { page: 1 })).toEqual({
      ok: false,
      failure: { code: 'ANSWER_INVALID', requestId: undefined },
    });
  });

  it('reports an internal failure of the provider', async () => {
    const client = createPageClient({ language: 'en', api: () => Promise.reject(new Error('no database')) });
    expect(await client.read(announcementList, { page: 1 })).toEqual({ ok: false, failure: { code: 'UNREACHABLE', requestId: undefined } });
  });
});

it('uses the operator’s own provider over HTTP if none is embedded', async () => {
  const seen: string[] = [];
  const client = createPageClient({
    language: 'de',
    api: undefined,
    fetch: (input, init) => {
      seen.push(new Request(input, init).url);
      return Promise.resolve(ok(empty));
    },
  });
  expect(await client.read(announcementList, { page: 1 })).toEqual({ ok: true, data: empty });
  expect(seen).toEqual(['http://127.0.0.1:4321/api/dashboard/announcementList?page=1']);
});
