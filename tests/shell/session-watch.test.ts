// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userInfo } from '../../src/lib/api/contract/profile.ts';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { member } from './member.ts';

const LATER = 'b'.repeat(43);

/** A member's page, with a token the provider refuses. */
async function openPage(path: string, access: 'public' | 'member', status = 401) {
  vi.resetModules();
  document.body.innerHTML = `<div id="toasts" popover="manual"></div><script type="application/json" id="shell-texts">${JSON.stringify(texts.shell)}</script>`;
  document.documentElement.dataset.access = access;
  document.documentElement.dataset.session = 'in';
  document.documentElement.dataset.language = path.startsWith('/zh') ? 'zh' : 'en';
  (window as unknown as { happyDOM: { setURL(address: string): void } }).happyDOM.setURL(`http://localhost${path}`);
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  const left = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const [{ startSessionWatch }, { callApi }, { $toasts }] = await Promise.all([
    import('../../src/shell/session-watch.ts'),
    import('../../src/stores/api.ts'),
    import('../../src/stores/toasts.ts'),
  ]);
  startSessionWatch();
  const call = callApi(userInfo, {}).catch(() => undefined);
  return {
    left,
    toasts: () => $toasts.get().map(({ content }) => content),
    refuse: async () => {
      answer.resolve(Response.json({ code: status === 401 ? 'UNAUTHENTICATED' : 'MEMBER_BLOCKED', message: '' }, { status }));
      await call;
    },
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('a call the provider refuses with 401 or 403', () => {
  it.each([
    ['/announcements', 'public', 401, '/'],
    ['/announcements', 'public', 403, '/'],
    ['/zh/reserves', 'public', 401, '/zh/'],
    ['/home', 'member', 401, '/'],
  ] as const)('leads from %s (%s, %i) to %s, which says why', async (path, access, status, landing) => {
    const { left, refuse } = await openPage(path, access, status);
    await refuse();
    expect(left.mock.calls.map(([address]) => new URL(String(address), 'http://localhost').pathname.replace(/\/?$/, '/'))).toEqual([
      landing,
    ]);
    expect(sessionStorage.getItem('jufi:toast')).toContain('EXPIRED');
    expect(sessionStorage.getItem('jufi:return-to')).toBe(path);
    expect(localStorage.getItem('AUTH_TOKEN')).toBeNull();
  });

  it('stays on the landing page and says why there', async () => {
    const { left, refuse, toasts } = await openPage('/zh', 'public');
    await refuse();
    expect(left).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(toasts()).toEqual([{ kind: 'info', ...texts.shell.notices.EXPIRED }]));
    expect(sessionStorage.getItem('jufi:return-to')).toBeNull();
  });

  it.each(['/announcements', '/home'])('doesn’t leave %s if another session has replaced it meanwhile', async (path) => {
    const { left, refuse } = await openPage(path, 'public');
    localStorage.setItem('AUTH_TOKEN', LATER);
    await refuse();
    expect(left).not.toHaveBeenCalled();
    expect(localStorage.getItem('AUTH_TOKEN')).toBe(LATER);
  });
});

it('a public page stays when another tab signs out', async () => {
  const { left } = await openPage('/announcements', 'public');
  localStorage.removeItem('AUTH_TOKEN');
  window.dispatchEvent(new Event('storage'));
  expect(left).not.toHaveBeenCalled();
});
