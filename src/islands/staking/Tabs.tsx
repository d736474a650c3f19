import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface Tab<Name extends string> {
  name: Name;
  label: string;
  count?: string | undefined;
}

interface TabsProps<Name extends string> {
  id: string;
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  choose: (name: Name) => void;
  /** The selected tab's content. */
  children: ReactNode;
}

/** Tabs as in the ARIA pattern: one tab stop, arrow keys move between tabs. */
export function Tabs<Name extends string>({ id, label, tabs, chosen, choose, children }: TabsProps<Name>): React.JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    list.current?.querySelector<HTMLElement>(`#${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, label: text, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {text}
            {count !== undefined && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="sec-body">
        {children}
      </div>
    </>
  );
}
