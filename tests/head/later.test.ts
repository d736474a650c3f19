// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { ArrivalFound } from '../../src/head/arrival-found.ts';
import { DECIDED } from '../../src/head/decided.ts';

const { attend, watchForUpdate } = vi.hoisted(() => ({ attend: vi.fn(), watchForUpdate: vi.fn() }));
vi.mock('../../src/head/attend.ts', () => ({ attend }));
vi.mock('../../src/head/watch-for-update.ts', () => ({ watchForUpdate }));

const found: ArrivalFound = { kind: 'visit', endsSession: false, storageRefused: false };

async function run(): Promise<void> {
  vi.resetModules();
  await import('../../src/head/later.ts');
}

beforeEach(() => {
  vi.clearAllMocks();
  delete window.jufiArrival;
});

it('attends at once if the head script has decided', async () => {
  window.jufiArrival = { ...found, isAwaited: true };
  await run();
  expect(attend.mock.calls).toEqual([[true]]);
});

it('attends once the head script decides, and only once', async () => {
  await run();
  expect(watchForUpdate).toHaveBeenCalledOnce();
  expect(attend).not.toHaveBeenCalled();
  window.jufiArrival = { ...found, isAwaited: false };
  dispatchEvent(new Event(DECIDED));
  dispatchEvent(new Event(DECIDED));
  expect(attend.mock.calls).toEqual([[false]]);
});

it('doesn’t attend on a page that is being left', async () => {
  window.jufiArrival = { ...found, leavingFor: '/de' };
  await run();
  expect(attend).not.toHaveBeenCalled();
});
