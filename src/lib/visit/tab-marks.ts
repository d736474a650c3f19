import type { ArrivalKind, InAppMark } from './decide-arrival.ts';

/**
 * What a redirect of the head script carries along. The next page arrives with a same-origin referrer, so a typed address would look like
 * one of our links.
 */
export interface CarriedArrival {
  path: string;
  atMs: number;
  kind: ArrivalKind;
  /** The login link's token, if the address had one. */
  token?: string | undefined;
}

/** Long enough for a redirect on a slow network; a redirect that never arrived must not affect a later load. */
const CARRIED_LIFE_MS = 60_000;

/** Null unless it was carried to this path just now. */
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

/** An empty object if the text isn't ours. */
function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Object(value) as Record<string, unknown>;
  } catch {
    return {};
  }
}
