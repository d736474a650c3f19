import { describe, expect, it } from 'vitest';
import { createAction } from '../../../src/lib/action/create-action.ts';
import { RETRY_WITHOUT_CONSENT_MS } from '../../../src/lib/action/retry-limits.ts';
import type { ActionState } from '../../../src/lib/action/action-state.ts';
import { newKey } from '../../../src/lib/action/new-key.ts';
import { pendingActions } from '../../../src/lib/action/pending-actions.ts';
import { ApiError, NetworkError } from '../../../src/lib/api/api-error.ts';
import { type ErrorCode, errorStatuses } from '../../../src/lib/api/contract/error-codes.ts';
import { CLAIM_KINDS, type ClaimKind, type DueClaim } from '../../../src/lib/claims/claim-plan.ts';
import { type ClaimStep, reportOf } from '../../../src/lib/claims/claim-step.ts';
import { type ClaimRun, createClaimRun } from '../../../src/lib/claims/create-claim-run.ts';
import type { ClaimRunState } from '../../../src/lib/claims/plan-board.ts';
import { keptPlan } from '../../../src/lib/claims/kept-plan.ts';
import type { SafeStorage } from '../../../src/lib/storage/safe-storage.ts';

const DUE: readonly DueClaim[] = [
  { kind: 'vestedJuf', asked: { amount: '12.5', token: 'JUF', points: 0 } },
  { kind: 'bonus', asked: { amount: '3', token: 'USDT', points: 0 } },
  { kind: 'score', asked: { amount: '0', token: 'JUF', points: 10 } },
];

type Answer = 'paid' | 'lost' | 'never' | ErrorCode;

/** A device, and a provider that executes each key once and pays what is then due. */
class World {
  readonly values = new Map<string, string>();
  readonly due = new Map<ClaimKind, string>(DUE.map(({ kind, asked }) => [kind, asked.points > 0 ? String(asked.points) : asked.amount]));
  readonly paid = new Map<string, { kind: ClaimKind; amount: string }>();
  readonly sent: { kind: ClaimKind; key: string }[] = [];
  answers: Partial<Record<ClaimKind, Answer[]>> = {};
  isFull = false;
  /** The page is being left: it gets no more locks. */
  isLeaving = false;
  nowMs = Date.UTC(2026, 10, 23);
  private lock: Promise<unknown> = Promise.resolve();

  readonly storage: SafeStorage = {
    get: (key) => this.values.get(key) ?? null,
    set: (key, value) => !this.isFull && this.values.set(key, value).size > 0,
    remove: (key) => void this.values.delete(key),
    take: (key) => this.values.get(key) ?? null,
    keys: () => [...this.values.keys()],
  };

  async provide(kind: ClaimKind, key: string): Promise<string> {
    this.sent.push({ kind, key });
    const answer = this.answers[kind]?.shift() ?? 'paid';
    if (answer !== 'paid' && answer !== 'lost' && answer !== 'never') {
      const rest = { detail: undefined, requestId: 'r-1', retryAfterSeconds: undefined, body: null };
      throw new ApiError(`refused: ${answer}`, { code: answer, status: errorStatuses[answer], ...rest });
    }
    const paid = this.paid.get(key) ?? { kind, amount: this.due.get(kind) ?? '0' };
    this.paid.set(key, paid);
    if (answer === 'never') await new Promise(() => undefined);
    if (answer === 'lost') throw new NetworkError('UNREACHABLE', undefined);
    return paid.amount;
  }

  inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.lock.then(act);
    this.lock = turn;
    return turn;
  }

  /** Releases the locks of the page that is left. */
  reload(): Tab {
    this.lock = Promise.resolve();
    return new Tab(this);
  }

  paidKinds(): ClaimKind[] {
    return [...this.paid.values()].map(({ kind }) => kind);
  }
}

class Tab {
  state: ClaimRunState = { step: 'idle' };
  member: string | null = 'mira';
  readonly run: ClaimRun;
  /** Lets every action retry a lost response once more. */
  retry: () => void = () => undefined;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    this.run = createClaimRun({
      clock: () => new Date(world.nowMs),
      kept: () => (this.member === null ? null : keptPlan(world.storage, this.member)),
      steps: Object.fromEntries(CLAIM_KINDS.map((kind) => [kind, this.step(kind)])) as Record<ClaimKind, ClaimStep>,
      exclusively: (act) => world.inTurn(act),
      onChange: (state) => (this.state = state),
    });
  }

  statuses(): Record<string, string> {
    const lines = 'plan' in this.state ? this.state.plan.lines : [];
    return Object.fromEntries(lines.map(({ kind, outcome }) => [kind, outcome.status]));
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
  }

  async claim(due = DUE): Promise<void> {
    this.run.review(due);
    this.run.confirm();
    await this.settle();
  }

  private step(kind: ClaimKind): ClaimStep {
    const { world } = this;
    let state: ActionState<string, string> = { step: 'idle' };
    const listeners = new Set<() => void>();
    const isText = (value: unknown): value is string => typeof value === 'string';
    const pending = () =>
      this.member === null
        ? null
        : pendingActions<string, string>({
            storage: world.storage,
            memberId: this.member,
            name: kind,
            readOrder: (stored) => (isText(stored) ? stored : null),
            isBody: isText,
          });
    const action = createAction<string, string, string>({
      clock: () => new Date(world.nowMs),
      newKey,
      pending,
      compose: () => '{}',
      send: (_, { idempotencyKey }) => world.provide(kind, idempotencyKey),
      isOnline: () => true,
      pause: () => {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        const before = this.retry;
        this.retry = () => {
          before();
          resolve(undefined);
        };
        return promise;
      },
      exclusively: (act) => (world.isLeaving ? new Promise(() => undefined) : Promise.resolve(act())),
      onChange: (next) => {
        state = next;
        for (const listener of [...listeners]) listener();
      },
      onSettled: () => undefined,
    });
    const report = () =>
      reportOf(state, (amount) =>
        kind === 'score'
          ? { amount: '0', token: 'JUF', points: Number(amount) }
          : { amount, token: kind === 'bonus' ? 'USDT' : 'JUF', points: 0 },
      );
    return {
      look: report,
      follow: (told) => {
        const listener = (): void => told(report());
        listeners.add(listener);
        action.resume();
        return () => listeners.delete(listener);
      },
      isPending: () => pending()?.find() !== null,
      begin: (asked, kept) => {
        action.review(asked.amount);
        void action.confirm(kept);
      },
      retry: action.retry,
      settle: () => {
        action.change();
        action.dismiss();
      },
    };
  }
}

describe('claiming everything that is due', () => {
  it('pays each claim once, one after another, and ends with the amounts paid', async () => {
    const world = new World();
    const tab = new Tab(world);
    await tab.claim();
    expect(world.sent.map(({ kind }) => kind)).toEqual(['vestedJuf', 'bonus', 'score']);
    expect(new Set(world.sent.map(({ key }) => key)).size, 'each has a key of its own').toBe(3);
    expect(tab.state.step).toBe('ended');
    expect(tab.state).toMatchObject({
      plan: {
        lines: [
          { outcome: { status: 'done', paid: { amount: '12.5', token: 'JUF', points: 0 } } },
          { outcome: { status: 'done', paid: { amount: '3', token: 'USDT', points: 0 } } },
          { outcome: { status: 'done', paid: { amount: '0', token: 'JUF', points: 10 } } },
        ],
      },
    });
    tab.run.dismiss();
    expect(tab.state.step).toBe('idle');
    expect(world.values.size, 'nothing is left on the device').toBe(0);
  });

  it('waits for each response before sending the next claim', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['never'] };
    const tab = new Tab(world);
    await tab.claim();
    expect(world.sent).toHaveLength(1);
    expect(tab.statuses()).toEqual({ vestedJuf: 'sending', bonus: 'waiting', score: 'waiting' });
  });

  it('continues after a refusal, and gives the reason', async () => {
    const world = new World();
    world.answers = { bonus: ['NOTHING_TO_CLAIM'] };
    const tab = new Tab(world);
    await tab.claim();
    expect(tab.statuses()).toEqual({ vestedJuf: 'done', bonus: 'refused', score: 'done' });
    expect(tab.state).toMatchObject({
      step: 'ended',
      plan: { lines: [{}, { outcome: { message: 'refused: NOTHING_TO_CLAIM', requestId: 'r-1' } }, {}] },
    });
  });

  it('retries a lost response with the same key while the others continue', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['lost', 'lost'] };
    const tab = new Tab(world);
    await tab.claim();
    expect(tab.statuses()).toEqual({ vestedJuf: 'unsure', bonus: 'done', score: 'done' });
    expect(tab.state.step).toBe('running');
    tab.retry();
    await tab.settle();
    tab.retry();
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'done', bonus: 'done', score: 'done' });
    expect(world.sent.filter(({ kind }) => kind === 'vestedJuf')).toHaveLength(3);
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus', 'score']);
  });

  it('reports an amount that differs from the confirmed one', async () => {
    const world = new World();
    world.due.set('bonus', '2.4');
    const tab = new Tab(world);
    await tab.claim();
    expect(tab.state).toMatchObject({ plan: { lines: [{}, { asked: { amount: '3' }, outcome: { paid: { amount: '2.4' } } }, {}] } });
  });

  it('sends nothing if the device stores nothing', async () => {
    const world = new World();
    world.isFull = true;
    const tab = new Tab(world);
    await tab.claim();
    expect(tab.state).toMatchObject({ step: 'reviewing', problem: 'storage' });
    expect(world.sent).toEqual([]);
  });
});

describe('an unfinished plan', () => {
  it('resumes after a reload in the middle: retries with the same key, then sends the rest', async () => {
    const world = new World();
    world.answers = { bonus: ['never'] };
    await new Tab(world).claim();
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus']);
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'done', bonus: 'done', score: 'done' });
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus', 'score']);
    expect(new Set(world.sent.map(({ key }) => key)).size).toBe(3);
    expect(tab.state.step).toBe('ended');
  });

  it('sends after a reload what the page had no time to send', async () => {
    const world = new World();
    world.isLeaving = true;
    await new Tab(world).claim();
    expect(world.sent).toEqual([]);
    world.isLeaving = false;
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'done', bonus: 'done', score: 'done' });
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus', 'score']);
  });

  it('is shown again if it had ended, and claims nothing', async () => {
    const world = new World();
    await new Tab(world).claim();
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    expect(tab.state.step).toBe('ended');
    expect(world.sent).toHaveLength(3);
  });

  it('sends nothing more after ten minutes, but retries what was sent with the member’s consent', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['never'] };
    await new Tab(world).claim();
    world.nowMs += RETRY_WITHOUT_CONSENT_MS + 1000;
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'unsure', bonus: 'notSent', score: 'notSent' });
    expect(world.sent).toHaveLength(1);
    tab.run.retry('vestedJuf');
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'done', bonus: 'notSent', score: 'notSent' });
    expect(world.paidKinds()).toEqual(['vestedJuf']);
    expect(tab.state.step).toBe('ended');
  });

  it('also ends when the member stops retrying', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['never'] };
    await new Tab(world).claim();
    world.nowMs += RETRY_WITHOUT_CONSENT_MS + 1000;
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    tab.run.release('vestedJuf');
    expect(tab.statuses()).toMatchObject({ vestedJuf: 'elsewhere' });
    expect(tab.state.step).toBe('ended');
  });

  it('doesn’t claim again what was settled elsewhere', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['never'] };
    await new Tab(world).claim();
    // Another page has retried with the same key and got the response.
    for (const key of world.values.keys()) if (key.endsWith(':vestedJuf')) world.values.delete(key);
    const tab = world.reload();
    tab.run.resume();
    await tab.settle();
    expect(tab.statuses()).toEqual({ vestedJuf: 'elsewhere', bonus: 'done', score: 'done' });
    expect(world.sent.filter(({ kind }) => kind === 'vestedJuf')).toHaveLength(1);
  });

  it('waits for its member, and is shown to nobody else', async () => {
    const world = new World();
    world.answers = { bonus: ['never'] };
    const tab = new Tab(world);
    await tab.claim();
    tab.member = 'zoe';
    tab.run.suspend();
    tab.run.resume();
    await tab.settle();
    expect(tab.state.step).toBe('idle');
    expect(world.sent).toHaveLength(2);
    const back = world.reload();
    back.run.resume();
    await back.settle();
    expect(back.statuses()).toEqual({ vestedJuf: 'done', bonus: 'done', score: 'done' });
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus', 'score']);
  });

  it('starts over if the device holds garbage', async () => {
    const world = new World();
    for (const nonsense of ['{', '{"lines":1}', '{"startedAtMs":0,"lines":[{"kind":"everything"}]}']) {
      const kept = keptPlan(world.storage, 'mira');
      world.values.set('jufi:pending:mira:claim-all', nonsense);
      expect(kept.find()).toBeNull();
      expect(world.values.size).toBe(0);
    }
    const tab = new Tab(world);
    await tab.claim();
    expect(tab.state.step).toBe('ended');
  });
});

describe('two tabs', () => {
  it('follow the one that runs the claims, and start no others', async () => {
    const world = new World();
    world.answers = { vestedJuf: ['never'] };
    const first = new Tab(world);
    const second = new Tab(world);
    second.run.review(DUE);
    await first.claim();
    second.run.confirm();
    await second.settle();
    expect(second.state).toMatchObject({ step: 'running', isHere: false });
    expect(first.state).toMatchObject({ step: 'running', isHere: true });
    expect(world.sent).toHaveLength(1);
  });

  it('show the same receipt, and closing it closes both', async () => {
    const world = new World();
    const first = new Tab(world);
    const second = new Tab(world);
    await first.claim();
    second.run.look();
    await second.settle();
    expect(second.state.step).toBe('ended');
    expect(world.sent).toHaveLength(3);
    second.run.dismiss();
    first.run.look();
    expect(first.state.step).toBe('idle');
  });

  it('take over from one that was closed', async () => {
    const world = new World();
    world.answers = { bonus: ['never'] };
    await new Tab(world).claim();
    const second = world.reload();
    second.run.look();
    await second.settle();
    expect(second.statuses()).toEqual({ vestedJuf: 'done', bonus: 'done', score: 'done' });
    expect(world.paidKinds()).toEqual(['vestedJuf', 'bonus', 'score']);
  });
});
