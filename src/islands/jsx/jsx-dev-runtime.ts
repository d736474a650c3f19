import type { ElementType, Key, ReactElement } from 'react';
import { jsxDEV as element } from 'react/jsx-dev-runtime';
import type * as JSX from './jsx.ts';
import { holdTexts } from './jsx-runtime.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX };

/** What the compiler calls in development. */
export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  ...rest: [source?: object, self?: unknown]
): ReactElement {
  const held = holdTexts(type, props);
  return element(type, held, key, isStatic && Array.isArray(held['children']), ...rest);
}
