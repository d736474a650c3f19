import type { Attack } from './attack.ts';
import { manySockets, slowHeaders } from './attack-sockets.ts';
import { pushTarpit } from './attack-push.ts';
import { signInFlood } from './attack-sign-ins.ts';
import { floodOf, quadraticBodies, parallelCalls, wrongSignatures } from './attack-calls.ts';

/** All attacks. Each is bounded in number and time, and stays on this machine. */
export const attacks: readonly Attack[] = [
  { name: 'quadratic-bodies', run: quadraticBodies },
  { name: 'parallel-calls', run: parallelCalls },
  { name: 'wrong-signatures', run: wrongSignatures },
  { name: 'random-pages', run: floodOf(() => `/?page=${crypto.randomUUID()}`, { perSecond: 64 }) },
  {
    name: 'random-announcement-pages',
    run: floodOf(() => `/announcements?page=${1 + Math.floor(Math.random() * 1e6)}`, { perSecond: 64 }),
  },
  { name: 'readiness', run: floodOf(() => '/api/ready', { perSecond: 200 }) },
  { name: 'slow-headers', run: slowHeaders },
  { name: 'many-sockets', run: manySockets },
  { name: 'sign-in-flood', run: signInFlood },
  { name: 'push-tarpit', run: pushTarpit },
];
