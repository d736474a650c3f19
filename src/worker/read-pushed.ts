/** The notification for a message from the provider, and the page it leads to. */
export interface PushedNotice {
  text: string;
  path: string;
  tag: string;
  at: number;
}

/** Null for anything but a message of ours. Browsers require that every push shows something, so the caller then shows a notification without text. */
export function readPushed(text: string | undefined, origin: string): PushedNotice | null {
  const read = parse(text ?? '');
  if (typeof read !== 'object' || read === null) return null;
  const [said, path, tag, at] = ['text', 'path', 'tag', 'at'].map((name): unknown => Reflect.get(read, name));
  if (typeof said !== 'string' || typeof path !== 'string' || typeof tag !== 'string' || typeof at !== 'number') return null;
  return { text: said, path: ownPath(path, origin), tag, at };
}

/** The path of one of our pages; the start page for anything else. */
export function ownPath(path: unknown, origin: string): string {
  const url = typeof path === 'string' && path.startsWith('/') ? URL.parse(path, origin) : null;
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname : '/';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
