import type { ClaimPlan } from '../../lib/claims/claim-plan.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { interpolate } from '../jsx/interpolate.ts';

/** Number of claims paid: "2 of 3 claimed". */
export function progressText({ lines }: ClaimPlan, { progress }: Pick<Texts<'home'>['claimAll'], 'progress'>): string {
  const done = lines.filter(({ outcome }) => outcome.status === 'done').length;
  return interpolate(progress, { done: String(done), count: String(lines.length) });
}
