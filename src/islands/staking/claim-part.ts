import { definePart } from '../../lib/visit/define-part.ts';

/** Claims all returns, or those of a single position: begins in the overview and in the list. */
export const claimPart = definePart(() => import('./ClaimDialog.tsx'));
