import { catalogueId } from '../../catalogue-id.ts';
import type { Economy } from '../../economy.ts';

export type Package = Economy['treasury']['packages'][number];

export function packageId(code: string): string {
  return catalogueId(`treasury package ${code}`);
}

/** The terms of a package, while the economy offers it. */
export function findPackage({ treasury }: Economy, id: string): Package | undefined {
  return treasury.packages.find(({ code }) => packageId(code) === id);
}
