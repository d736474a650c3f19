import type { ArrivalKind, InAppMark } from './decide-arrival.ts';

/** What a redirect of the head script carries along: the next page arrives with a same-origin referrer, and a typed address would look like a link of ours. */
export interface CarriedArrival {
  path: string;
  atMs: number;
  kind: ArrivalKind;
  /** The login link's token, where one was in the address. */
  token?: string | undefined;
}

/** A redirect takes a moment even on a slow network; one that never arrived must not speak for a later load. */
const CARRIED_LIFE_MS = 60_000;

/** null unless it was carried to this path just now. */
export function readCarriedArrival(text: string | null, path: string, nowMs: number): CarriedArrival | null {
  const value = parse(text);
  if (value.path !== path || !(Math.abs(nowMs - Number(value.atMs)) < CARRIED_LIFE_MS)) return null;
  const kind = value.kind === 'in-app' ? value.kind : 'visit';
  return { path, atMs: nowMs, kind, token: typeof value.token === 'string' ? value.token : undefined };
}

export function readInAppMark(text: string | null): InAppMark | null {
  const { path, atMs } = parse(text);
  return typeof path === 'string' && typeof atMs === 'number' ? { path, atMs } : null;
}

/** An object without anything in it when the text is none of ours. */
function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Object(value) as Record<string, unknown>;
  } catch {
    return {};
  }
}
