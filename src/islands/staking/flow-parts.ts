import { definePart } from '../../lib/visit/define-part.ts';

export const withdrawPart = definePart(() => import('./WithdrawDialog.tsx'));
export const turboPart = definePart(() => import('./TurboDialog.tsx'));
