import type { ExoticComponent, JSX, ReactElement } from 'react';

/** What the compiler asks of JSX: React's types, but a component returns elements, in a fragment if need be. Translators part a bare text from React. */
export type ElementType = keyof JSX.IntrinsicElements | ((props: never) => ReactElement | null) | ContextOrFragment;
type ContextOrFragment = ExoticComponent<never>;
export type Element = ReactElement;
export type ElementAttributesProperty = JSX.ElementAttributesProperty;
export type ElementChildrenAttribute = JSX.ElementChildrenAttribute;
export type IntrinsicAttributes = JSX.IntrinsicAttributes;
export type IntrinsicElements = JSX.IntrinsicElements;
