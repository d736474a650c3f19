export type QueryValue = string | number | boolean | null | undefined;

/** Skips null and undefined. Encodes spaces as `%20`, which works in both an address and a header. */
export function queryString(values: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString().replaceAll('+', '%20');
}
