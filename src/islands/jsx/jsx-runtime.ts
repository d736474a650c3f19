import { createElement, Fragment, type ElementType, type Key, type ReactElement, type ReactNode } from 'react';
import { jsx as element, jsxs as elements } from 'react/jsx-runtime';
import type * as JSX from './jsx.ts';
import { markOf, type Stretch, stretchesOf, withoutMarks } from './kept-text.ts';

export { Fragment };
export type { JSX };

type Props = Record<string, unknown>;

/**
 * React's JSX runtime, but no text has siblings: where it would, it gets an element of its own. Translators and other extensions replace text nodes or wrap
 * them. React would then fail to remove a text it holds, or to insert something before it, and would write a new figure into a node that is no longer shown
 * (https://github.com/facebook/react/issues/11538). An element that has nothing but a text gets the next one whatever has become of the first.
 *
 * Figures, and what `interpolate` marks, aren't translated.
 */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return element(type, holdTexts(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  const held = holdTexts(type, props);
  return Array.isArray(held['children']) ? elements(type, held, key) : element(type, held, key);
}

/** They contain text and nothing else. */
const TEXT_ONLY: ReadonlySet<ElementType> = new Set<ElementType>(['option', 'title', 'textarea', 'text', 'tspan']);

/** Changes the props, which the compiler writes anew for each call. */
export function holdTexts(type: ElementType, props: Props): Props {
  const isHost = typeof type === 'string';
  if (!isHost && type !== Fragment) return props;
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'string' && name !== 'children') props[name] = withoutMarks(value);
  }
  const children = props['children'] as ReactNode;
  if (TEXT_ONLY.has(type)) holdOnly(props, textOf(children));
  else if (isHost && isText(children)) holdAlone(props, String(children));
  else if (isText(children)) props['children'] = elementOf(String(children), 0);
  else if (Array.isArray(children)) props['children'] = holdAll(children as ReactNode[]);
  return props;
}

/** The text of an element that has no other child. */
function holdAlone(props: Props, text: string): void {
  const [first, ...rest] = stretchesOf(text);
  const isWhole = rest.length === 0 || props['translate'] === 'no';
  if (isWhole && first?.isKept) Object.assign(props, { translate: 'no' }, markOf(first.text));
  props['children'] = isWhole ? withoutMarks(text) : elementOf(text, 0);
}

/** As a whole: it can have no elements. */
function holdOnly(props: Props, text: string): void {
  if (stretchesOf(text).some(({ isKept }) => isKept)) props['translate'] = 'no';
  props['children'] = withoutMarks(text);
}

/** Texts next to each other share an element: in a row of flex items they are one. */
function holdAll(children: readonly ReactNode[]): ReactNode[] {
  return children.map((child, index) => {
    if (Array.isArray(child)) return holdAll(child as ReactNode[]);
    if (!isText(child)) return child;
    if (isText(children[index - 1])) return null;
    const end = children.findIndex((next, place) => place > index && !isText(next));
    return elementOf(textOf(children.slice(index, end === -1 ? children.length : end)), index);
  });
}

function elementOf(text: string, place: number): ReactElement | null {
  const key = `text-${place}`;
  const [first, ...rest] = stretchesOf(text);
  if (!first) return null;
  if (rest.length === 0) return drawn(first, key);
  return createElement('jufi-text', { key }, drawn(first), ...rest.map((stretch) => drawn(stretch)));
}

function drawn({ text, isKept }: Stretch, key?: string): ReactElement {
  return isKept ? createElement('bdi', { key, translate: 'no', ...markOf(text) }, text) : createElement('jufi-text', { key }, text);
}

function textOf(child: ReactNode): string {
  if (Array.isArray(child)) return child.map(textOf).join('');
  return isText(child) ? String(child) : '';
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
}
