import type { Page } from '@playwright/test';

export interface Heard {
  /** How urgently a screen reader says it. */
  live: 'polite' | 'assertive';
  text: string;
}

interface Node {
  nodeId: string;
  ignored: boolean;
  childIds?: string[];
  role?: { value?: unknown };
  name?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
}

/** The text of a page's live regions in the accessibility tree: attributes in the DOM may be wrong or hidden. */
export async function heard(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  return nodes.flatMap((node) => {
    const live = propertyOf(node, 'live');
    // Nodes inside a region inherit its urgency, and name the region as their root.
    const isInside = node.properties?.some(({ name }) => name === 'root') ?? false;
    if (node.ignored || isInside || (live !== 'polite' && live !== 'assertive')) return [];
    return [{ live, text: textOf(node, byId).replace(/\s+/g, ' ').trim() }];
  });
}

function propertyOf({ properties = [] }: Node, name: string): unknown {
  return properties.find((property) => property.name === name)?.value.value;
}

function textOf(node: Node, byId: ReadonlyMap<string, Node>): string {
  if (node.role?.value === 'StaticText') return typeof node.name?.value === 'string' ? node.name.value : '';
  return (node.childIds ?? [])
    .map((id) => byId.get(id))
    .reduce((text, child) => `${text} ${child === undefined ? '' : textOf(child, byId)}`, '');
}
