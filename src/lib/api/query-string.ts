export type QueryValue = string | number | boolean | null | undefined;

/** Null and undefined values are dropped. Spaces become `%20`, which means the same in an address and in a header. */
export function queryString(values: Readonly<Record<string, QueryValue>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString().replaceAll('+', '%20');
}
