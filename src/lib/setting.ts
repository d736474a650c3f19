import { isEmpty } from './emptiness.ts';

/** A setting of the build, trimmed; undefined where it is empty. */
// @__NO_SIDE_EFFECTS__
export function setting(value: string | undefined): string | undefined {
  return isEmpty(value) ? undefined : value?.trim();
}
