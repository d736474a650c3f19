import { OperatorMistake } from '../operator-mistake.ts';

export interface ListenSettings {
  /** By the names of the settings. */
  hostName: string;
  portName: string;
  host: string;
  port: number;
}

/** Why a server can't listen, in one line, if the operator can fix it. */
export function listenMistake(
  { code }: NodeJS.ErrnoException,
  { hostName, portName, host, port }: ListenSettings,
): OperatorMistake | undefined {
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
