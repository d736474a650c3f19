import { createContext, createElement, useContext, type FunctionComponent } from 'react';

/** What a page gives to each of its islands. */
export interface IslandProps {
  /** BCP 47 locale to format numbers and dates in. */
  locale: string;
}

const Locale = createContext<string | null>(null);

/** Makes a component one that a page can show: what the page gives it is then known to all components in it. */
export function island<Props extends object>(content: FunctionComponent<Props>): FunctionComponent<Props & IslandProps> {
  return (props) => createElement(Locale, { value: props.locale }, createElement(content, props));
}

/** The locale of the island's page. */
export function useLocale(): string {
  const locale = useContext(Locale);
  if (locale === null) throw new Error('only an island knows its locale');
  return locale;
}
