import { toDecimalString } from '../amount.ts';
import type { z } from '../api/contract/zod.ts';

/** How a value is kept as text. */
export interface Form<Value> {
  /** Undefined, or throws, where the text holds no such value, or none that is still of use. */
  read: (text: string) => Value | undefined;
  write: (value: Value) => string;
}

/** A value kept on the device or in the tab. The browser may block that, or be full: nothing throws. */
export interface Kept<Value> extends Form<Value> {
  readonly name: string;
  /** What is there now, whichever tab wrote it; null if nothing is. What can't be read, or has outlived its use, is removed. */
  get: () => Value | null;
  /** Returns false if the browser refused it. Null removes what is kept. */
  set: (value: Value | null) => boolean;
  /** Gets and removes it. */
  take: () => Value | null;
}

export const plainText: Form<string> = textIf((text) => text);

/** Shared by tabs, and kept for later visits. */
export function keptOnDevice(name: string): Kept<string>;
export function keptOnDevice<Value>(name: string, form: Form<Value>): Kept<Value>;
export function keptOnDevice<Value>(name: string, form?: Form<Value>): Kept<Value> | Kept<string> {
  return form ? kept(() => localStorage, name, form) : kept(() => localStorage, name, plainText);
}

/** Kept for the life of the tab. */
export function keptInTab(name: string): Kept<string>;
export function keptInTab<Value>(name: string, form: Form<Value>): Kept<Value>;
export function keptInTab<Value>(name: string, form?: Form<Value>): Kept<Value> | Kept<string> {
  return form ? kept(() => sessionStorage, name, form) : kept(() => sessionStorage, name, plainText);
}

export function hasLocalStorage(): boolean {
  return attempt(() => localStorage.length) !== undefined;
}

/** The names of what is kept on the device that begin so. */
export function namesOnDevice(prefix: string): string[] {
  return attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(prefix))) ?? [];
}

/** Plain text, where `read` accepts it. */
export function textIf<Value extends string>(read: (text: string) => Value | undefined): Form<Value> {
  return { read, write: (text) => text };
}

/** What the schema reads. Amounts are written as in the contract, since JSON has no bigint. */
export function json<Value>(schema: z.ZodMiniType<Value>): Form<Value> {
  return { read: (text) => schema.safeParse(JSON.parse(text)).data, write: (value) => JSON.stringify(value, writeAmount) };
}

/** The entries of a list, or a single one, that the schema reads; others are left out. */
export function jsonList<Value>(schema: z.ZodMiniType<Value>): Form<readonly Value[]> {
  const read = (entry: unknown): Value[] => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  };
  return { read: (text) => [JSON.parse(text) as unknown].flat().flatMap(read), write: (list) => JSON.stringify(list, writeAmount) };
}

/** Of no use once it's this old. */
export function lasting<Value extends { atMs: number }>(
  lifeMs: number,
  { read, write }: Form<Value>,
  nowMs = (): number => Date.now(),
): Form<Value> {
  return {
    read: (text) => {
      const value = read(text);
      return value !== undefined && Math.abs(nowMs() - value.atMs) < lifeMs ? value : undefined;
    },
    write,
  };
}

function kept<Value>(area: () => Storage, name: string, { read, write }: Form<Value>): Kept<Value> {
  const remove = (): true => {
    attempt(() => area().removeItem(name));
    return true;
  };
  const get = (): Value | null => {
    const text = attempt(() => area().getItem(name)) ?? null;
    const value = text === null ? undefined : attempt(() => read(text));
    if (text !== null && value === undefined) remove();
    return value ?? null;
  };
  const keep = (text: string): boolean | undefined =>
    attempt(() => {
      area().setItem(name, text);
      // Some private modes accept a write and store nothing.
      return area().getItem(name) === text;
    });
  return {
    name,
    read: (text) => attempt(() => read(text)),
    write,
    get,
    set: (value) => (value === null ? remove() : (keep(write(value)) ?? false)),
    take: () => {
      const value = get();
      remove();
      return value;
    },
  };
}

/** Undefined if it throws. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function writeAmount(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? toDecimalString(value) : value;
}
