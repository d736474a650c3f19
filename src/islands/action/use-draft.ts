import { useCallback, useEffect, useState } from 'react';
import { lasting, type Form } from '../../lib/storage/kept.ts';
import { $memberId, keptForMember } from '../../stores/member.ts';

const DRAFT_LIFE_MS = 24 * 60 * 60_000;

interface Draft {
  atMs: number;
  text: string;
}

const draft: Form<Draft> = lasting(DRAFT_LIFE_MS, {
  read: (kept) => {
    const [, atMs, text] = /^(\d{1,15}):(.*)$/s.exec(kept) ?? [];
    return text === undefined ? undefined : { atMs: Number(atMs), text };
  },
  write: ({ atMs, text }) => `${atMs}:${text}`,
});

/** The drafts that are shown, and what shows them another text. */
const shown = new Map<string, (text: string) => void>();

/** Fills in a form from outside, open or not. */
export function keepDraft(name: string, text: string): void {
  store(name, text);
  shown.get(name)?.(text);
}

function store(name: string, text: string): void {
  keptForMember('draft', draft, name)?.set(text === '' ? null : { atMs: Date.now(), text });
}

/**
 * Form text that survives reloads and the end of the session. Stored per member and shown only to that member. Empty during hydration, to
 * match the server's markup. `setText('')` deletes it, for example once the action is done.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => $memberId.subscribe(() => setText(keptForMember('draft', draft, name)?.get()?.text ?? '')), [name]);
  useEffect(() => {
    shown.set(name, setText);
    return () => void shown.delete(name);
  }, [name]);
  const keep = useCallback(
    (typed: string) => {
      setText(typed);
      store(name, typed);
    },
    [name],
  );
  return [text, keep];
}
