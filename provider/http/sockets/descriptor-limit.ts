import { z } from 'zod';

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }) }) });

/**
 * How many files and sockets this process may have open, or `undefined` where there is no such limit. Node raises its soft limit to the hard one as it
 * starts, so this is not always what `ulimit -n` says.
 */
export function descriptorLimit(): number | undefined {
  // Else the report looks up the names of all addresses the process is connected to.
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
