import { Component, createElement, startTransition, type ComponentType, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { KEEP_EVENT, leaveFor } from '../../lib/visit/leave-for.ts';

/** Astro's entry, in place of its React integration's own (`island-renderer.ts`). Our islands have no slots. */
export default (element: Element) =>
  (island: ComponentType<object>, props: object): void => {
    if (!element.hasAttribute('ssr')) return;
    startTransition(() => hydrateIsland(element, createElement(island, props), element.getAttribute('prefix') ?? ''));
  };

/** Brings an island's markup to life. One that fails for whatever reason says so in its place and offers to reload the page. */
export function hydrateIsland(container: Element, island: ReactNode, identifierPrefix: string): void {
  const fail = (error: unknown): void => {
    reportError(error);
    sayBroken(container);
  };
  // Beyond the boundary fails what the boundary itself can't remove.
  hydrateRoot(container, createElement(Boundary, null, island), { identifierPrefix, onCaughtError: fail, onUncaughtError: fail });
}

class Boundary extends Component<{ children?: ReactNode }> {
  static getDerivedStateFromError(): { isBroken: true } {
    // React removes the island's fields next.
    dispatchEvent(new Event(KEEP_EVENT));
    return { isBroken: true };
  }
  override state = { isBroken: false };
  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}

/** In the page's language. Without React, which has just failed here, and without fetching anything. */
function sayBroken(container: Element): void {
  const notice = document.querySelector<HTMLTemplateElement>('#broken-notice');
  if (!notice) return;
  container.replaceChildren(notice.content.cloneNode(true));
  // Drafts were kept when the island failed. A link would do, but for its mark: a reload that the browser does counts as a visit.
  container
    .querySelector('[data-reload]')
    ?.addEventListener('click', () => leaveFor(location.pathname + location.search, { replace: true }));
  container.firstElementChild?.scrollIntoView({ block: 'nearest' });
}
