import { useCallback, useEffect, useState } from 'react';
import { deviceStorage } from '../../lib/storage/safe-storage.ts';
import { $user } from '../../stores/session.ts';

const DRAFT_LIFE_MS = 24 * 60 * 60_000;

/**
 * Form text that survives reloads and the end of the session. Stored per member and shown only to that member. Empty during hydration, to
 * match the server's markup. `setText('')` deletes it, for example once the action is done.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    setText(readDraft(name));
    return $user.listen(() => setText(readDraft(name)));
  }, [name]);
  const keep = useCallback(
    (typed: string) => {
      setText(typed);
      writeDraft(name, typed);
    },
    [name],
  );
  return [text, keep];
}

function placeOf(name: string): string | null {
  const user = $user.get();
  return user === null ? null : `jufi:draft:${user.id}:${name}`;
}

function readDraft(name: string): string {
  const place = placeOf(name);
  const [, atMs, text = ''] = /^(\d{1,15}):(.*)$/s.exec((place !== null && deviceStorage.get(place)) || '') ?? [];
  return Date.now() - Number(atMs) < DRAFT_LIFE_MS ? text : '';
}

function writeDraft(name: string, text: string): void {
  const place = placeOf(name);
  if (place === null) return;
  if (text === '') deviceStorage.remove(place);
  else deviceStorage.set(place, `${Date.now()}:${text}`);
}
