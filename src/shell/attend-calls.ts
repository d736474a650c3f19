import { $callFailure, $openCalls, type OpenCall } from '../stores/attended-calls.ts';
import { startLoading } from '../stores/loading.ts';
import { shellTexts, type ShellTexts } from './shell-texts.ts';
import { tellFailures } from './tell-failures.ts';

/** Covers the page while a call that a person started waits for the provider, and says when one failed, whichever island or store made it. */
export function startAttendingCalls(): void {
  const covers = new Map<number, () => void>();
  $openCalls.subscribe((open) => {
    for (const call of open) if (!covers.has(call.id)) covers.set(call.id, startLoading({ label: labelOf(call), cancel: call.cancel }));
    for (const [id, uncover] of covers) {
      if (open.some((call) => call.id === id)) continue;
      covers.delete(id);
      uncover();
    }
  });
  tellFailures($callFailure);
}

type Label = keyof Omit<ShellTexts['loading'], 'page' | 'signOut' | 'stop'>;

/** What the call is for, by its path; the first that fits. */
const LABELS: readonly [RegExp, Label][] = [
  [/\/nonce$/, 'message'],
  [/\/authenticate\//, 'signIn'],
  [/\/vote$/, 'vote'],
  [/\/wallet\/transfer$/, 'transfer'],
  [/stakingPurchase$/, 'order'],
  [/purchase/i, 'purchase'],
  [/\/claim/, 'claim'],
];

function labelOf({ method, path, movesValue }: OpenCall): string {
  const { loading } = shellTexts();
  const label = LABELS.find(([paths]) => paths.test(path))?.[1];
  if (method === 'GET') return loading[label === 'message' ? label : 'terms'];
  return loading[label ?? (movesValue ? 'order' : 'change')];
}
