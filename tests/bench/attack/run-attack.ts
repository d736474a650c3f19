/** One attacker in its own process, so that its work doesn't delay the clients that are measured. The parent tells it whom to attack, and when to stop. */
import { setPriority } from 'node:os';

import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';

const attack = attacks.find(({ name }) => name === process.argv[2]);
if (attack === undefined) throw new Error(`there is no attack ${process.argv[2]}`);
// A real attacker has their own machine, so the attack's own cost must not be taken from the server.
setPriority(19);
const outcomes = new Map<string, number>();
const over = new AbortController();

process.on('message', (message: Target | 'STOP') => {
  if (message === 'STOP') over.abort();
  else void attackTarget(message);
});
process.once('disconnect', () => process.exit());
process.send?.('READY');

async function attackTarget(target: Target): Promise<void> {
  const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  await attack?.run({ ...target, signal: over.signal, note });
  process.send?.(Object.fromEntries(outcomes));
}
