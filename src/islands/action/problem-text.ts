import type { ActionProblem } from '../../lib/action/action-state.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';

/** Says why nothing was sent, and that nothing was taken. */
export function problemText(problem: ActionProblem, { problems }: Texts<'action'>['follow']): string {
  switch (problem.kind) {
    case 'unreachable':
      return problems.unreachable;
    case 'changed':
      return problems.changed;
    case 'unsigned':
      return problems.unsigned;
    case 'storage':
      return problems.storage;
    case 'failed':
      return problem.message === '' ? problems.unreachable : problem.message;
    case 'wallet':
      return problems.wallet[problem.code];
  }
}
