import { catalogueId } from '../../catalogue-id.ts';
import type { Economy, PackageCode } from '../../economy.ts';

export type Package = Economy['treasury']['packages'][number];

/** Packages have the same names in every language. */
const NAMES: Record<PackageCode, string> = { SEED: 'Seed', GROWTH: 'Growth', SUMMIT: 'Summit', RIDGE: 'Ridge' };

export function packageId(code: PackageCode): string {
  return catalogueId(`treasury package ${code}`);
}

export function namePackage(code: PackageCode): string {
  return NAMES[code];
}

/** The terms of a package, while the economy offers it. */
export function findPackage({ treasury }: Economy, id: string): Package | undefined {
  return treasury.packages.find(({ code }) => packageId(code) === id);
}
