import { createContext, createElement, useContext, type ReactElement } from 'react';
import type { IslandProps } from '../../lib/i18n/island-props.ts';
import type { Namespace } from '../../lib/i18n/namespaces.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';

const Given = createContext<IslandProps | null>(null);

/** Makes a component one that a page can show: what `islandProps` gives it is known to all components within. */
export function island<Props extends object>(content: (props: Props) => ReactElement | null): (props: Props & IslandProps) => ReactElement {
  return (props) => createElement(Given, { value: props }, createElement(content, props));
}

/** The locale of the island's page. */
export function useLocale(): string {
  return useGiven().locale;
}

/** The texts of one area: those that are named where this is called. A test, not this code, checks that the page sends them. */
export function useTexts<N extends Namespace>(namespace: N): Texts<N> {
  return useGiven().texts?.[namespace] as Texts<N>;
}

function useGiven(): IslandProps {
  const given = useContext(Given);
  if (given === null) throw new Error('no island');
  return given;
}
