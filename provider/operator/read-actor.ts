import { userInfo } from 'node:os';
import type { Actor } from './command.ts';

/** With `sudo`, the original user. */
export function readActor(name: string | undefined): Actor {
  const sudoUser = process.env['SUDO_USER'] ?? '';
  return { osUser: sudoUser === '' ? osUser() : `${sudoUser} as ${osUser()}`, name };
}

/** In a container the user may only have a number. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}
