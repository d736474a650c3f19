import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { Attack, AttackContext } from './attack.ts';

const SLOW = 500;
const IDLE = 4_000;
/** Opened per second: this attack is about holding connections, not opening them. */
const PER_SECOND = 400;
const STEPS = 4;

/** Requests whose headers never end, a few lines per second. */
export const slowHeaders: Attack['run'] = (context) =>
  hold(context, SLOW, {
    first: 'GET / HTTP/1.1\r\nHost: jufi.example\r\n',
    next: () => `X-${Math.random().toString(36).slice(2)}: 1\r\n`,
  });

/** Silent connections, reopened when closed. */
export const manySockets: Attack['run'] = (context) => hold(context, IDLE, { first: '', next: () => '' });

async function hold(
  { port, localAddress, signal, note }: AttackContext,
  count: number,
  { first, next }: { first: string; next: () => string },
): Promise<void> {
  const open = new Set<Socket>();
  const add = (): void => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      note('connected');
      if (first !== '') socket.write(first);
    });
    open.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket);
        note('closed');
      });
    socket.resume();
  };
  while (!signal.aborted) {
    for (const socket of open) if (socket.writable && next() !== '') socket.write(next());
    for (let missing = Math.min(count - open.size, PER_SECOND / STEPS); missing > 0; missing -= 1) add();
    await wait(1_000 / STEPS, undefined, { signal }).catch(() => undefined);
  }
  for (const socket of open) socket.destroy();
}
