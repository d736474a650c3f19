import type { Server } from 'node:http';
import { closeServer } from '../http/guarded-server.ts';
import { OperatorMistake } from '../operator-mistake.ts';

interface ListenSettings {
  /** By the names of the settings. */
  hostName: string;
  portName: string;
  host: string;
  port: number;
}

export interface Listening {
  port: number;
  /** Rejects when the server fails. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

export async function listen(server: Server, settings: ListenSettings): Promise<Listening> {
  const { host, port } = settings;
  const failed = new Promise<never>((_, reject) => {
    server.once('error', (error) => reject(listenMistake(error, settings) ?? error));
  });
  await Promise.race([new Promise<void>((resolve) => void server.listen(port, host, resolve)), failed]);
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : port, failed, stop: () => closeServer(server) };
}

/** When the process is to stop. */
export function stopSignal(): Promise<void> {
  return new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** Why a server can't listen, in one line, if the operator can fix it. */
function listenMistake({ code }: NodeJS.ErrnoException, { hostName, portName, host, port }: ListenSettings): OperatorMistake | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new OperatorMistake(
        `${portName} ${port} on ${host} is taken by another program: end that program, or start with ${portName} set to a free port.`,
      );
    case 'EACCES':
      return new OperatorMistake(`${portName} ${port} on ${host} isn’t open to this user. Set ${portName} to 1024 or above.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new OperatorMistake(`${hostName} ${host} isn’t an address of this machine.`);
    default:
      return undefined;
  }
}
