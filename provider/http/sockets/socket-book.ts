export type Turned = 'CLIENT_FULL' | 'FULL' | 'IDLE' | 'DISPLACED';

export interface Admission<Socket> {
  admitted: boolean;
  /** To be closed at once: the newcomer that isn't admitted, or the one that makes room for it. */
  closes: { socket: Socket; why: Turned }[];
}

/** Tracks who holds which sockets, and decides which one goes when there are too many. Doesn't open or close any itself. */
export interface SocketBook<Socket> {
  admit(socket: Socket, client: string): Admission<Socket>;
  /** Headers have arrived; `isWhole` tells whether the body has too. */
  beginAnswer(socket: Socket, isWhole: () => boolean): void;
  endAnswer(socket: Socket): void;
  forget(socket: Socket): void;
  held(): Iterable<Socket>;
  size(): number;
  /** Number of sockets without a pending request. */
  idleSize(): number;
}

interface Entry {
  client: string;
  /** Pending requests in order: whether each has arrived completely. */
  requests: (() => boolean)[];
}

/**
 * If a client's or the total limit is reached, the connection idle for longest is closed; failing that, the oldest one, of the client
 * holding the most, that hasn't sent a complete request, provided that client holds more than the newcomer's. So whoever fills all places
 * with slow requests makes room for everyone with fewer.
 */
export function createSocketBook<Socket>(limits: { total: number; perClient: number }): SocketBook<Socket> {
  const entries = new Map<Socket, Entry>();
  const clients = new Map<string, Set<Socket>>();
  /** In the order they became idle. */
  const idle = new Set<Socket>();

  function forget(socket: Socket): void {
    const entry = entries.get(socket);
    if (entry === undefined) return;
    entries.delete(socket);
    idle.delete(socket);
    const own = clients.get(entry.client);
    own?.delete(socket);
    if (own?.size === 0) clients.delete(entry.client);
  }

  function add(socket: Socket, client: string): void {
    entries.set(socket, { client, requests: [] });
    const own = clients.get(client) ?? new Set();
    clients.set(client, own.add(socket));
  }

  function isSlow(socket: Socket): boolean {
    return entries.get(socket)?.requests.some((isWhole) => isWhole()) === false;
  }

  return {
    admit(socket, client) {
      const closes: Admission<Socket>['closes'] = [];
      const close = (victim: Socket, why: Turned): void => {
        forget(victim);
        closes.push({ socket: victim, why });
      };
      const own = clients.get(client);
      if (own !== undefined && own.size >= limits.perClient) {
        const oldest = firstOf(own, (one) => idle.has(one));
        if (oldest === undefined) return { admitted: false, closes: [{ socket, why: 'CLIENT_FULL' }] };
        close(oldest, 'IDLE');
      }
      if (entries.size >= limits.total) {
        const [oldest] = idle;
        const victim = oldest ?? firstOf(heaviestBeside(clients, client), isSlow);
        if (victim === undefined) return { admitted: false, closes: [...closes, { socket, why: 'FULL' }] };
        close(victim, oldest === undefined ? 'DISPLACED' : 'IDLE');
      }
      add(socket, client);
      return { admitted: true, closes };
    },
    beginAnswer(socket, isWhole) {
      entries.get(socket)?.requests.push(isWhole);
      idle.delete(socket);
    },
    endAnswer(socket) {
      const entry = entries.get(socket);
      if (entry === undefined) return;
      entry.requests.shift();
      if (entry.requests.length === 0) idle.add(socket);
    },
    forget,
    held: () => entries.keys(),
    size: () => entries.size,
    idleSize: () => idle.size,
  };
}

/** The sockets of the client with most, if it holds more than the newcomer's client would. */
function heaviestBeside<Socket>(clients: ReadonlyMap<string, ReadonlySet<Socket>>, newcomer: string): ReadonlySet<Socket> {
  const atLeast = (clients.get(newcomer)?.size ?? 0) + 1;
  let heaviest: ReadonlySet<Socket> = new Set();
  for (const own of clients.values()) if (own.size > Math.max(heaviest.size, atLeast)) heaviest = own;
  return heaviest;
}

function firstOf<Item>(items: Iterable<Item>, holds: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (holds(item)) return item;
  return undefined;
}
