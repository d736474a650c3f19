/** How loudly the price impact is said. */
export type ImpactLevel = 'NONE' | 'WARN' | 'TYPE';

const WARN_FROM = 300n;
const TYPE_FROM = 1_500n;

/** From 3 % it is warned of, from 15 % the person types before going on. */
export function impactLevel(basisPoints: bigint): ImpactLevel {
  if (basisPoints >= TYPE_FROM) return 'TYPE';
  return basisPoints >= WARN_FROM ? 'WARN' : 'NONE';
}
