import pg from 'pg';

export interface Failover {
  /** For the pool: each connection goes to the host that was last known to take writes. */
  Client: new (config?: pg.ClientConfig) => pg.Client;
  /** Turns away a connection to a host that takes no writes: a standby, or what was the primary before. */
  verify: (client: pg.PoolClient, done: (error?: Error) => void) => void;
}

export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = 'NO_PRIMARY';
}

/** A host that is gone without a word must not use up the time in which another would have answered. */
const CONNECT_WITHIN_MS = 2_000;

/**
 * Several hosts of which one takes writes, as libpq's `target_session_attrs=read-write`. A connection that fails makes the next one try the next host; nobody
 * waits here, because the caller knows better how long.
 */
export function createFailover(urls: readonly string[]): Failover {
  let current = 0;
  const leave = (place: number): void => {
    // If many connections fail at once, only the first failure moves on to the next host.
    if (place === current) current = (place + 1) % urls.length;
  };
  const places = new WeakMap<object, number>();

  class FailoverClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: urls[current], connectionTimeoutMillis: CONNECT_WITHIN_MS, keepAlive: true });
      places.set(this, current);
      const place = current;
      // Wrapped, because the pool connects with a callback and doesn't tell its events of a failure.
      const connect = this.connect.bind(this);
      Object.assign(this, {
        connect: (onConnect: (error?: Error) => void) => {
          connect((error: Error | null | undefined) => {
            if (error) leave(place);
            onConnect(error ?? undefined);
          });
        },
      });
    }
  }

  return {
    Client: FailoverClient,
    verify: (client, done) => {
      client.query<{ transaction_read_only: string }>('show transaction_read_only').then(
        ({ rows }) => {
          if (rows[0]?.transaction_read_only === 'off') {
            done();
            return;
          }
          leave(places.get(client) ?? current);
          done(new NoPrimary('This host takes no writes.'));
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  };
}
