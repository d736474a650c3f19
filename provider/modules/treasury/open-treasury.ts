import { eq } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { type Economy, type PackageCode } from '../../economy.ts';
import { packageId } from './find-package.ts';
import { treasuryPackage } from './schema.ts';

/** Puts up for sale what the economy has and the database has not yet. What an operator closed stays closed. */
export async function openTreasury(database: Queryable, { treasury }: Economy): Promise<void> {
  const packages = treasury.packages.map(({ code }) => ({ id: packageId(code), code }));
  if (packages.length > 0) await database.insert(treasuryPackage).values(packages).onConflictDoNothing();
}

/** The operator's: takes a package off sale, or puts it up again (`closedAt` null). Says whether there is such a package. */
export async function setPackageClosed(database: Queryable, code: PackageCode, closedAt: Date | null): Promise<boolean> {
  const closed = await database.update(treasuryPackage).set({ closedAt }).where(eq(treasuryPackage.code, code)).returning();
  return closed.length > 0;
}
