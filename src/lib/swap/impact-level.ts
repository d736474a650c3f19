/** How prominently the price impact is shown. */
export type ImpactLevel = 'NONE' | 'WARN' | 'TYPE';

const WARN_FROM = 300n;
const TYPE_FROM = 1_500n;

/** A warning from 3 %; from 15 % the person has to type a confirmation. */
export function impactLevel(basisPoints: bigint): ImpactLevel {
  if (basisPoints >= TYPE_FROM) return 'TYPE';
  return basisPoints >= WARN_FROM ? 'WARN' : 'NONE';
}
