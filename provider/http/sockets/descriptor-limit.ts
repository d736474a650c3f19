import { z } from 'zod';

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }) }) });

/**
 * This process's limit of open files and sockets, or `undefined` if there is none. Node raises its soft limit to the hard one at start, so
 * it may differ from `ulimit -n`.
 */
export function descriptorLimit(): number | undefined {
  // Otherwise the report resolves the names of all connected addresses.
  const before: unknown = Reflect.get(process.report, 'excludeNetwork');
  Reflect.set(process.report, 'excludeNetwork', true);
  try {
    const found = report.safeParse(process.report.getReport());
    const soft = found.data?.userLimits.open_files.soft;
    return typeof soft === 'number' ? soft : undefined;
  } finally {
    Reflect.set(process.report, 'excludeNetwork', before);
  }
}
