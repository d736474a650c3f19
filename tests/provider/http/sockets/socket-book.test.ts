import { describe, expect, it } from 'vitest';
import { createSocketBook, type SocketBook } from '../../../../provider/http/guard-sockets.ts';

const whole = (): boolean => true;
const partial = (): boolean => false;

function bookOf({ total = 100, perClient = 100 }): SocketBook<string> {
  return createSocketBook<string>({ total, perClient });
}

/** Opens sockets named after their client: a1, a2 … */
function open(book: SocketBook<string>, client: string, count: number): void {
  for (let number = 1; number <= count; number += 1)
    expect(book.admit(`${client}${number}`, client)).toEqual({ admitted: true, closes: [] });
}

function letIdle(book: SocketBook<string>, ...sockets: string[]): void {
  for (const socket of sockets) {
    book.beginAnswer(socket, whole);
    book.endAnswer(socket);
  }
}

describe('one client', () => {
  it('is refused too many sockets, and other clients aren’t', () => {
    const book = bookOf({ perClient: 3 });
    open(book, 'a', 3);
    expect(book.admit('a4', 'a')).toEqual({ admitted: false, closes: [{ socket: 'a4', why: 'CLIENT_FULL' }] });
    open(book, 'b', 3);
    expect(book.size()).toBe(6);
  });

  it('loses its longest idle socket when it opens one too many', () => {
    const book = bookOf({ perClient: 3 });
    open(book, 'b', 1);
    letIdle(book, 'b1');
    open(book, 'a', 3);
    letIdle(book, 'a2', 'a3');
    expect(book.admit('a4', 'a')).toEqual({ admitted: true, closes: [{ socket: 'a2', why: 'IDLE' }] });
    expect(book.size()).toBe(4);
  });

  it('gets its places back as its sockets close', () => {
    const book = bookOf({ perClient: 1 });
    for (let round = 0; round < 3; round += 1) {
      open(book, 'a', 1);
      book.forget('a1');
      book.forget('a1');
    }
    expect(book.size()).toBe(0);
  });
});

describe('when all places are taken', () => {
  it('closes the longest idle socket, whichever client has it', () => {
    const book = bookOf({ total: 3 });
    open(book, 'a', 1);
    open(book, 'b', 2);
    letIdle(book, 'b2', 'a1');
    expect(book.admit('c1', 'c').closes).toEqual([{ socket: 'b2', why: 'IDLE' }]);
    expect(book.admit('c2', 'c').closes).toEqual([{ socket: 'a1', why: 'IDLE' }]);
    expect(book.size()).toBe(3);
  });

  it('never closes a socket with a complete, pending request', () => {
    const book = bookOf({ total: 2 });
    open(book, 'a', 2);
    letIdle(book, 'a1', 'a2');
    book.beginAnswer('a1', whole);
    book.beginAnswer('a2', whole);
    expect(book.admit('b1', 'b')).toEqual({ admitted: false, closes: [{ socket: 'b1', why: 'FULL' }] });
    // Pipelined: one of two requests is answered, the other isn't.
    book.beginAnswer('a2', whole);
    book.endAnswer('a2');
    expect(book.admit('b1', 'b').admitted).toBe(false);
    book.endAnswer('a2');
    expect(book.admit('b1', 'b')).toEqual({ admitted: true, closes: [{ socket: 'a2', why: 'IDLE' }] });
  });

  it('makes room for a client with fewer by closing the oldest slow request of the one with most', () => {
    const book = bookOf({ total: 6 });
    open(book, 'b', 1);
    open(book, 'a', 5);
    book.beginAnswer('a1', whole);
    book.beginAnswer('a2', partial);
    expect(book.admit('b2', 'b').closes).toEqual([{ socket: 'a2', why: 'DISPLACED' }]);
    expect(book.admit('c1', 'c').closes).toEqual([{ socket: 'a3', why: 'DISPLACED' }]);
    expect(book.admit('c2', 'c').closes).toEqual([{ socket: 'a4', why: 'DISPLACED' }]);
    // All have two now: replacing one by another would not help.
    expect(book.admit('c3', 'c')).toEqual({ admitted: false, closes: [{ socket: 'c3', why: 'FULL' }] });
    expect(book.size()).toBe(6);
  });

  it('refuses the newest if one client has them all, like a proxy', () => {
    const book = bookOf({ total: 4, perClient: Infinity });
    open(book, 'proxy', 4);
    expect(book.admit('proxy5', 'proxy')).toEqual({ admitted: false, closes: [{ socket: 'proxy5', why: 'FULL' }] });
    letIdle(book, 'proxy3');
    expect(book.admit('proxy5', 'proxy').closes).toEqual([{ socket: 'proxy3', why: 'IDLE' }]);
  });

  it('keeps count however sockets come and go', () => {
    const book = bookOf({ total: 20, perClient: 6 });
    const held = new Map<string, string>();
    let seed = 7;
    const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
    for (let step = 0; step < 5_000; step += 1) {
      const client = `client${random(8)}`;
      const sockets = [...held.keys()];
      const some = sockets[random(Math.max(1, sockets.length))];
      if (some !== undefined && random(3) === 0) letIdle(book, some);
      if (some !== undefined && random(4) === 0) {
        book.forget(some);
        held.delete(some);
      }
      const { admitted, closes } = book.admit(`socket${step}`, client);
      if (admitted) held.set(`socket${step}`, client);
      for (const { socket } of closes) held.delete(socket);
      const ofOne = [...held.values()].filter((each) => each === client).length;
      expect([book.size(), ofOne <= 6, held.size <= 20]).toEqual([held.size, true, true]);
    }
  });
});
