import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Economy, PackageCode } from '../../economy.ts';
import { packageId } from './find-package.ts';
import { treasuryPackage } from './schema.ts';

/** Offers the packages that the economy has and the database doesn't yet. What an operator closed stays closed. */
export async function openTreasury(database: Queryable, { treasury }: Economy): Promise<void> {
  const packages = treasury.packages.map(({ code }) => ({ id: packageId(code), code }));
  if (packages.length > 0) await database.insert(treasuryPackage).values(packages).onConflictDoNothing();
}

/** For the operator: takes a package off sale, or offers it again (`closedAt` null). Returns whether the package exists. */
export async function setPackageClosed(database: Queryable, code: PackageCode, closedAt: Date | null): Promise<boolean> {
  const closed = await database.update(treasuryPackage).set({ closedAt }).where(eq(treasuryPackage.code, code)).returning();
  return closed.length > 0;
}
